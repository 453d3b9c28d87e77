import type { Kysely } from 'kysely'
import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import type { MapStacks } from '#server/processing/source-maps/stack-mapping.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { answer } from '#server/store/engine/asking.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type FoundSources, findSources } from '#server/store/sourcemaps/find-sources.ts'
import { createStackMapping } from './stack-mapping.ts'

export interface LaterStackMapper {
  /** Once a batch: which of its projects have uploaded anything, and whether something was uploaded since. */
  refresh(projectIds: readonly number[]): Promise<void>
  /** Undefined for a project that has uploaded nothing. */
  of(projectId: number, now: number): MapStacks | undefined
  /** Looks up the stacks that were needed and unknown. Returns true if there were any. */
  lookUp(): Promise<boolean>
}

interface Wanted {
  event: NormalizedEvent
  projectId: number
  frames: readonly NormalizedFrame[]
}

/** The time for looking up the stacks of one batch. Others are processed as they were sent, and mapped afterwards. */
const LOOK_UP_MS = 250

/** Of two uploads that end together, the one that ends later may have the lower id, so ids do not tell whether one came since. */
const LONGEST_REMEMBERED_MS = MINUTE_MS

/**
 * Maps events with a database that answers later. Unknown stacks are noted while a batch is processed. After they are looked
 * up, the batch is processed again, which is rare because stacks repeat.
 */
export function createLaterStackMapper(
  db: Kysely<Database>,
  { stopwatch = () => performance.now() }: { stopwatch?: (() => number) | undefined } = {},
): LaterStackMapper {
  const wanted = new Map<string, Wanted>()
  const found = new Map<string, FoundSources | undefined>()
  let uploaders: ReadonlySet<number> = new Set()
  let latest: number | null = null
  let forgottenAt = stopwatch()
  const mapping = createStackMapping((event, projectId, frames, key) => {
    if (!found.has(key)) wanted.set(key, { event, projectId, frames })
    return found.get(key)
  })

  return {
    async refresh(projectIds) {
      wanted.clear()
      found.clear()
      const newest = await findLatest(db)
      const now = stopwatch()
      if (newest !== latest || now - forgottenAt > LONGEST_REMEMBERED_MS) {
        mapping.forget()
        forgottenAt = now
      }
      latest = newest
      uploaders = newest === null ? new Set() : await listUploaders(db, projectIds)
    },
    of: (projectId, now) => (uploaders.has(projectId) ? mapping.of(projectId, now) : undefined),
    async lookUp() {
      const hasWanted = wanted.size > 0
      const startedAt = stopwatch()
      for (const [key, { event, projectId, frames }] of wanted) {
        const hasTime = stopwatch() - startedAt < LOOK_UP_MS
        found.set(
          key,
          hasTime ? await answer(db, findSources(db, { ...event, projectId }, frames)) : undefined,
        )
      }
      wanted.clear()
      return hasWanted
    },
  }
}

async function findLatest(db: Kysely<Database>): Promise<number | null> {
  const row = await db
    .selectFrom('artifact')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? null
}

async function listUploaders(db: Kysely<Database>, projectIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('artifact')
    .select('project_id as projectId')
    .distinct()
    .where('project_id', 'in', projectIds)
    .execute()
  return new Set(rows.map(({ projectId }) => projectId))
}
