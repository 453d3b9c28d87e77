import type { CheckInRecord } from '#server/processing/record.ts'
import { limits } from '#server/protocol/limits.ts'
import type { Arrived, Owned } from '#server/store/records/record-port.ts'
import { change, insert, type Steps } from '#server/store/rows/steps.ts'
import { appendedTo, tableOf } from '#server/store/rows/table.ts'
import { FIRST_NEW_ID, type KnownMonitors, type Monitor, nameOf, toKey } from './known-monitors.ts'
import { createRoom, listUnused, type Room, removeUnused } from './monitor-room.ts'

const KEY = ['project_id', 'slug'] as const

const HEARD = tableOf('monitor')({ key: KEY, greatest: ['last_at'], replace: ['config'] })
const NEW_MONITOR = appendedTo('monitor')([...KEY, 'config', 'created_at', 'last_at'])

/** The monitors of a batch of check-ins. */
export interface HeardMonitors {
  find(of: Owned<CheckInRecord>): Monitor | undefined
  /** The one of a check-in, which makes or changes it; undefined when its project has too many. */
  hear(arrived: Arrived<CheckInRecord>): Steps<Monitor | undefined>
  /** Whether the monitor gave its place to another one, and was deleted with its check-ins. */
  isGone(monitorId: number): boolean
  /** Stores the changes, and returns the ids of new monitors. */
  store(): Steps<(monitorId: number) => number>
}

export function createHeardMonitors({ byName, growing }: KnownMonitors): HeardMonitors {
  const fresh = new Set<Monitor>()
  const changed = new Set<Monitor>()
  const gone = new Set<number>()
  const rooms = new Map<number, Room>()
  let nextId = FIRST_NEW_ID

  function* openRoom(projectId: number, now: number): Steps<Room> {
    const arriving = growing.get(projectId)?.arriving ?? 1
    const stored = yield* listUnused(projectId, arriving, now)
    const room = createRoom(
      stored.map((row) => byName.get(nameOf(row)) ?? row),
      arriving,
    )
    for (const monitor of fresh) if (monitor.project_id === projectId) room.add(monitor)
    rooms.set(projectId, room)
    return room
  }

  /** Each slug is a row for good, and anyone who knows a DSN may send any: there are no more than so many. */
  function* findPlace(projectId: number, now: number): Steps<boolean> {
    const project = growing.get(projectId)
    if (project && project.size < limits.monitorsPerProject) {
      project.size++
      return true
    }
    const room = rooms.get(projectId) ?? (yield* openRoom(projectId, now))
    const unused = yield* room.free(now)
    if (unused === undefined) return false
    byName.delete(nameOf(unused))
    fresh.delete(unused)
    changed.delete(unused)
    gone.add(unused.id)
    return true
  }

  function make(row: Omit<Monitor, 'id'>): Monitor {
    const monitor = { ...row, id: nextId++ }
    byName.set(nameOf(monitor), monitor)
    fresh.add(monitor)
    rooms.get(monitor.project_id)?.add(monitor)
    return monitor
  }

  return {
    find: (of) => byName.get(nameOf(toKey(of))),
    *hear(arrived) {
      const { receivedAt, record } = arrived
      const key = toKey(arrived)
      const config = record.monitorConfig === null ? null : JSON.stringify(record.monitorConfig)
      const known = byName.get(nameOf(key))
      if (known === undefined) {
        const hasPlace = yield* findPlace(key.project_id, receivedAt)
        return hasPlace ? make({ ...key, config, created_at: receivedAt, last_at: receivedAt }) : undefined
      }
      const heard = { last_at: Math.max(known.last_at, receivedAt), config: config ?? known.config }
      if (heard.last_at !== known.last_at || heard.config !== known.config) changed.add(known)
      return Object.assign(known, heard)
    },
    isGone: (monitorId) => gone.has(monitorId),
    *store() {
      for (const monitor of fresh) changed.delete(monitor)
      yield* removeUnused([...gone].filter((id) => id < FIRST_NEW_ID))
      const ids = yield* insert(NEW_MONITOR, [...fresh])
      yield* change(HEARD, [...changed])
      const given = new Map([...fresh].map(({ id }, place) => [id, ids[place] ?? id]))
      return (monitorId) => given.get(monitorId) ?? monitorId
    },
  }
}
