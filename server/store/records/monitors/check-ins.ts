import type { CheckInRecord } from '#server/processing/record.ts'
import { limits } from '#server/protocol/limits.ts'
import type { Arrived, Declined, RecordPort } from '#server/store/records/record-port.ts'
import { read, type Steps } from '#server/store/rows/steps.ts'
import { type BegunCheckIns, readCheckIns } from './begun-check-ins.ts'
import { STATUS, toKey } from './check-in-rows.ts'
import { createHeardMonitors } from './heard-monitors.ts'
import { type Monitor, readMonitors } from './known-monitors.ts'

const TOO_MANY = `Cannot store check-in: its project has ${limits.monitorsPerProject} monitors, all of them in use`
const OTHER_MONITOR = 'Cannot store check-in: its check_in_id belongs to another monitor'

/** Why a check-in was not taken. */
type Refusal = Omit<Declined, 'of'>

/** A job's runs: told of when it starts and again, with the same id, when it is done. */
export function createCheckInPort(): RecordPort<CheckInRecord> {
  return {
    nameOf: ({ checkInId, newId, status }) => `${checkInId ?? newId}:${status}`,
    *findKnown(checkIns) {
      const keys = checkIns.map(toKey)
      const named = keys.filter((key) => key !== undefined)
      const found = yield* read(STATUS, named)
      const statuses = new Map(named.map((key, place) => [key, found[place]?.status]))
      return checkIns.map(({ record }, place) => {
        const key = keys[place]
        return key !== undefined && statuses.get(key) === record.status
      })
    },
    prepare: (arrived) => () => storeCheckIns(arrived),
  }
}

function* storeCheckIns(arrived: readonly Arrived<CheckInRecord>[]): Steps<Declined[]> {
  const monitors = createHeardMonitors(yield* readMonitors(arrived))
  const checkIns = yield* readCheckIns(arrived, monitors)
  const declined: Declined[] = []
  for (const each of arrived) {
    const refusal = yield* take(each, yield* monitors.hear(each), checkIns)
    if (refusal) declined.push({ of: each, ...refusal })
  }
  yield* checkIns.store(yield* monitors.store())
  return declined
}

function* take(
  arrived: Arrived<CheckInRecord>,
  monitor: Monitor | undefined,
  checkIns: BegunCheckIns,
): Steps<Refusal | undefined> {
  if (monitor === undefined) return { outcome: 'invalid', reason: 'too_many_monitors', detail: TOO_MANY }
  const begun = yield* checkIns.find(arrived, monitor)
  if (begun === undefined) {
    checkIns.begin(arrived, monitor)
    return undefined
  }
  if (begun.monitor_id !== monitor.id) {
    return { outcome: 'invalid', reason: 'other_monitor', detail: OTHER_MONITOR }
  }
  // It is done, or the word of its start came after that of its end.
  if (begun.status !== 'in_progress') return { outcome: 'filtered', reason: 'superseded' }
  checkIns.proceed(begun, arrived)
  return undefined
}
