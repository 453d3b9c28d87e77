import { limits } from '#server/protocol/limits.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import { queryOf } from '#server/store/rows/query.ts'
import { ask, run, type Steps } from '#server/store/rows/steps.ts'
import type { Monitor } from './known-monitors.ts'

/** A monitor that checked in over so long a time is somebody's, */
const ESTABLISHED_MS = 7 * DAY_MS
/** unless it fell silent for longer than this. */
const SILENT_MS = 30 * DAY_MS
/** Deleting more at once would keep other senders waiting. */
const MOST_CHECK_INS = 1_000
/** Candidates that are looked at before a project counts as full. */
const MOST_LOOKED_AT = 20
/** A batch has seldom more check-ins of one project. Each of them may take one candidate out, or move it. */
const FEW_ARRIVING = 20

const LIST_FEW = listOf(MOST_LOOKED_AT + FEW_ARRIVING)
const LIST_ALL = listOf(limits.monitorsPerProject)
const FIND_SURPLUS = queryOf({ monitor_id: 'integer' })<{ id: number }>(
  `select id from check_in where monitor_id = :monitor_id limit 1 offset ${MOST_CHECK_INS}`,
)
const REMOVE_CHECK_INS = queryOf({ monitor_id: 'integer' })(
  'delete from check_in where monitor_id = :monitor_id',
)
const REMOVE_MONITOR = queryOf({ id: 'integer' })('delete from monitor where id = :id')

/** A project's monitors that may give their places to new ones, as a batch has them so far. */
export interface Room {
  add(monitor: Monitor): void
  /** Removes a candidate; undefined if all monitors are in use. */
  free(now: number): Steps<Monitor | undefined>
}

/**
 * Anyone who knows a DSN may check in by any name. When a project has as many monitors as it may, one that was heard of
 * once, or for a few days, gives its place to a new one: first those whose schedule nobody has told, the longest silent
 * first. `arriving` is how many check-ins of the project the batch has: as many candidates may be needed.
 */
export function createRoom(monitors: readonly Monitor[], arriving: number): Room {
  const all = new Set(monitors)
  const hasSurplus = new Map<number, boolean>()

  function* readSurplus(candidates: readonly Monitor[]): Steps {
    const unknown = candidates.filter(({ id }) => !hasSurplus.has(id)).slice(0, arriving)
    const found = yield* ask(
      FIND_SURPLUS,
      unknown.map(({ id }) => ({ monitor_id: id })),
    )
    for (const [place, { id }] of unknown.entries()) hasSurplus.set(id, found[place]?.length !== 0)
  }

  return {
    add(monitor) {
      all.add(monitor)
      hasSurplus.set(monitor.id, false) // it is a new one
    },
    *free(now) {
      const unused = [...all].filter((monitor) => isUnused(monitor, now))
      const candidates = unused.toSorted(byUse).slice(0, MOST_LOOKED_AT)
      for (const candidate of candidates) {
        if (!hasSurplus.has(candidate.id)) yield* readSurplus(candidates)
        if (hasSurplus.get(candidate.id)) continue
        all.delete(candidate)
        return candidate
      }
      return undefined
    },
  }
}

/** Lists the project's monitors that are not in use, as they are stored: so many that the batch needs no others. */
export function* listUnused(projectId: number, arriving: number, now: number): Steps<Monitor[]> {
  const list = arriving <= FEW_ARRIVING ? LIST_FEW : LIST_ALL
  const [rows = []] = yield* ask(list, [{ project_id: projectId, silent_before: now - SILENT_MS }])
  return rows
}

/** Deletes monitors that gave their places, and their check-ins. */
export function* removeUnused(monitorIds: readonly number[]): Steps {
  yield* run(
    REMOVE_CHECK_INS,
    monitorIds.map((monitor_id) => ({ monitor_id })),
  )
  yield* run(
    REMOVE_MONITOR,
    monitorIds.map((id) => ({ id })),
  )
}

function listOf(most: number) {
  return queryOf({ project_id: 'integer', silent_before: 'integer' })<Monitor>(`
    select project_id, slug, id, config, created_at, last_at from monitor
    where project_id = :project_id and (last_at - created_at < ${ESTABLISHED_MS} or last_at < :silent_before)
    order by config is not null, last_at > created_at, last_at, id limit ${most}`)
}

function isUnused({ created_at, last_at }: Monitor, now: number): boolean {
  return last_at - created_at < ESTABLISHED_MS || last_at < now - SILENT_MS
}

/** Sorts the lists. */
function byUse(a: Monitor, b: Monitor): number {
  const told = Number(a.config !== null) - Number(b.config !== null)
  const heardAgain = Number(a.last_at > a.created_at) - Number(b.last_at > b.created_at)
  return told || heardAgain || a.last_at - b.last_at || a.id - b.id
}
