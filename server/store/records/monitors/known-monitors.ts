import type { CheckInRecord } from '#server/processing/record.ts'
import type { Arrived, Owned } from '#server/store/records/record-port.ts'
import { count, read, type Steps } from '#server/store/rows/steps.ts'
import { type RowOf, tableOf } from '#server/store/rows/table.ts'

const MONITOR = tableOf('monitor')({
  key: ['project_id', 'slug'],
  keep: ['id', 'config', 'created_at', 'last_at'],
})

/** A monitor with the changes of the batch so far. */
export type Monitor = RowOf<typeof MONITOR>

/** A new one has an id from here on until it is stored, beyond all that are. */
export const FIRST_NEW_ID = 2 ** 52

/** The monitors that exist before a batch of check-ins. */
export interface KnownMonitors {
  byName: Map<string, Monitor>
  /** The projects that may get new ones: how many monitors they have, and how many check-ins of them arrive. */
  growing: Map<number, { size: number; arriving: number }>
}

export function* readMonitors(arrived: readonly Arrived<CheckInRecord>[]): Steps<KnownMonitors> {
  const keys = new Map(arrived.map(toKey).map((key) => [nameOf(key), key]))
  const found = yield* read(MONITOR, [...keys.values()])
  const byName = new Map<string, Monitor>()
  const growing = new Map<number, { size: number; arriving: number }>()
  for (const [place, [name, key]] of [...keys].entries()) {
    const values = found[place]
    if (values) byName.set(name, { ...key, ...values })
    else growing.set(key.project_id, { size: 0, arriving: 0 })
  }
  const sizes = yield* count(
    MONITOR,
    ['project_id'],
    Array.from(growing.keys(), (project_id) => ({ project_id })),
  )
  for (const [place, project] of [...growing.values()].entries()) project.size = sizes[place] ?? 0
  for (const { projectId } of arrived) {
    const project = growing.get(projectId)
    if (project) project.arriving++
  }
  return { byName, growing }
}

export function toKey({ projectId, record }: Owned<CheckInRecord>) {
  return { project_id: projectId, slug: record.monitorSlug }
}

export function nameOf({ project_id, slug }: Pick<Monitor, 'project_id' | 'slug'>): string {
  return `${project_id}:${slug}`
}
