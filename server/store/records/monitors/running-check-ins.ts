import { queryOf } from '#server/store/rows/query.ts'
import { ask, type Steps } from '#server/store/rows/steps.ts'
import { type CheckIn, nameOf, type StoredCheckIn } from './check-in-rows.ts'

/** Both engines walk `check_in_by_monitor` back from the given one to the next that is in progress. */
const FIND_EARLIER = queryOf({
  ...({ monitor_id: 'integer', environment: 'text', received_at: 'integer', id: 'integer' } as const),
})<StoredCheckIn>(`
  select project_id, check_in_id, id, monitor_id, status, environment, duration_ms, received_at, updated_at
  from check_in
  where monitor_id = :monitor_id and environment = :environment and status = 'in_progress'
    and (received_at, id) < (:received_at, :id)
  order by received_at desc, id desc limit 1`)
const BEFORE_NONE = { received_at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER }

/** A monitor's check-ins of one environment. */
export type Place = Pick<CheckIn, 'monitor_id' | 'environment'>

export interface RunningCheckIns {
  /** Adds a check-in that this batch begins. */
  add(checkIn: CheckIn): void
  /** Finds the latest check-in in progress. */
  findLatest(place: Place): Steps<CheckIn | undefined>
}

/**
 * Finds what is in progress, of what is stored and of what a batch begins. `known` are the check-ins at hand, by their
 * names: what the batch has made of a stored one counts, and what is found joins them.
 */
export function* readRunning(places: readonly Place[], known: Map<string, CheckIn>): Steps<RunningCheckIns> {
  const distinct = new Map(places.map((place) => [placeOf(place), place]))
  const found = yield* ask(
    FIND_EARLIER,
    Array.from(distinct.values(), (place) => ({ ...place, ...BEFORE_NONE })),
  )
  const stored = new Map(Array.from(distinct.keys(), (name, index) => [name, found[index]?.[0]]))
  const begun = new Map<string, CheckIn[]>()

  function current(row: StoredCheckIn): CheckIn {
    const checkIn = known.get(nameOf(row)) ?? row
    known.set(nameOf(row), checkIn)
    return checkIn
  }

  function* latestStored(name: string): Steps<CheckIn | undefined> {
    let row = stored.get(name)
    while (row && !isRunning(current(row))) {
      const { monitor_id, environment, received_at, id } = row
      const [earlier] = yield* ask(FIND_EARLIER, [{ monitor_id, environment, received_at, id }])
      row = earlier?.[0]
      stored.set(name, row)
    }
    return row && current(row)
  }

  function latestBegun(name: string): CheckIn | undefined {
    const list = begun.get(name) ?? []
    list.length = list.findLastIndex(isRunning) + 1 // what is done stays so
    return list.at(-1)
  }

  return {
    add(checkIn) {
      const list = begun.get(placeOf(checkIn)) ?? []
      const before = list.findLastIndex(({ received_at }) => received_at <= checkIn.received_at)
      begun.set(placeOf(checkIn), list)
      list.splice(before + 1, 0, checkIn)
    },
    *findLatest(place) {
      const [own, other] = [latestBegun(placeOf(place)), yield* latestStored(placeOf(place))]
      return own && (!other || own.received_at >= other.received_at) ? own : other
    },
  }
}

function isRunning({ status }: CheckIn): boolean {
  return status === 'in_progress'
}

function placeOf({ monitor_id, environment }: Place): string {
  return `${monitor_id}:${environment}`
}
