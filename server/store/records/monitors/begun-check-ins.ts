import type { CheckInRecord } from '#server/processing/record.ts'
import type { Arrived } from '#server/store/records/record-port.ts'
import { change, insert, read, type Steps } from '#server/store/rows/steps.ts'
import {
  CHECK_IN,
  type CheckIn,
  NEW_CHECK_IN,
  type NewCheckIn,
  nameOf,
  PROGRESS,
  toKey,
} from './check-in-rows.ts'
import type { HeardMonitors } from './heard-monitors.ts'
import type { Monitor } from './known-monitors.ts'
import { readRunning } from './running-check-ins.ts'

type ArrivedCheckIn = Arrived<CheckInRecord>

/** The check-ins that a batch updates, and those that it begins. */
export interface BegunCheckIns {
  /** Returns undefined for the first check-in of a run. */
  find(arrived: ArrivedCheckIn, monitor: Monitor): Steps<CheckIn | undefined>
  begin(arrived: ArrivedCheckIn, monitor: Monitor): void
  proceed(checkIn: CheckIn, arrived: ArrivedCheckIn): void
  /** Stores the changes. `idOf` also knows the ids of new monitors. */
  store(idOf: (monitorId: number) => number): Steps
}

export function* readCheckIns(
  arrived: readonly ArrivedCheckIn[],
  monitors: HeardMonitors,
): Steps<BegunCheckIns> {
  const known = yield* readKnown(arrived)
  const running = yield* readRunning(
    arrived.flatMap((each) => {
      const monitor = each.record.checkInId === null ? monitors.find(each) : undefined
      return monitor ? [{ monitor_id: monitor.id, environment: each.record.environment }] : []
    }),
    known,
  )
  const fresh = new Set<NewCheckIn>()
  const changed = new Set<CheckIn>()
  const isLeft = ({ monitor_id }: CheckIn) => !monitors.isGone(monitor_id)

  return {
    *find(each, { id }) {
      const key = toKey(each)
      if (key === undefined) {
        return yield* running.findLatest({ monitor_id: id, environment: each.record.environment })
      }
      const checkIn = known.get(nameOf(key))
      return checkIn && isLeft(checkIn) ? checkIn : undefined
    },
    begin(each, monitor) {
      const row = toRow(each, monitor)
      known.set(nameOf(row), row)
      fresh.add(row)
      running.add(row)
    },
    proceed(checkIn, { record: { status, durationMs }, receivedAt }) {
      const duration_ms = durationMs ?? checkIn.duration_ms ?? receivedAt - checkIn.received_at
      Object.assign(checkIn, { status, duration_ms, updated_at: receivedAt })
      changed.add(checkIn)
    },
    *store(idOf) {
      for (const row of fresh) changed.delete(row)
      const rows = [...fresh].filter(isLeft)
      yield* insert(
        NEW_CHECK_IN,
        rows.map((row) => ({ ...row, monitor_id: idOf(row.monitor_id) })),
      )
      yield* change(PROGRESS, [...changed].filter(isLeft))
    },
  }
}

/** Reads the check-ins that are named by id. */
function* readKnown(arrived: readonly ArrivedCheckIn[]): Steps<Map<string, CheckIn>> {
  const named = arrived.map(toKey).filter((key) => key !== undefined)
  const keys = new Map(named.map((key) => [nameOf(key), key]))
  const found = yield* read(CHECK_IN, [...keys.values()])
  return new Map(
    Array.from(keys).flatMap(([name, key], place) => {
      const values = found[place]
      return values ? [[name, { ...key, ...values }]] : []
    }),
  )
}

function toRow({ record, projectId, receivedAt }: ArrivedCheckIn, { id }: Monitor): NewCheckIn {
  const { checkInId, newId, status, environment, durationMs, timestamp, traceId, release } = record
  return {
    ...{ project_id: projectId, monitor_id: id, check_in_id: checkInId ?? newId, status, environment },
    ...{ duration_ms: durationMs, timestamp, received_at: receivedAt, updated_at: receivedAt },
    ...{ trace_id: traceId, release },
  }
}
