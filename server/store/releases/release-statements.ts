import type { DatabaseSync } from 'node:sqlite'

/** What a batch brought of one release. Times in milliseconds since the epoch. */
export interface ReleaseChange {
  projectId: number
  version: string
  firstSeen: number
  lastSeen: number
  eventCount: number
}

/** Makes a release that was not known, and counts. */
export function createReleaseRecorder(connection: DatabaseSync) {
  const record = connection.prepare(`
    insert into project_release (project_id, version, created_at, first_seen, last_seen, event_count)
    values (?1, ?2, ?3, ?3, ?4, ?5)
    on conflict (project_id, version) do update set
      first_seen = case when project_release.first_seen < excluded.first_seen then project_release.first_seen
        else excluded.first_seen end,
      last_seen = case when project_release.last_seen > excluded.last_seen then project_release.last_seen
        else excluded.last_seen end,
      event_count = project_release.event_count + excluded.event_count`)
  return ({ projectId, version, firstSeen, lastSeen, eventCount }: ReleaseChange): void => {
    record.run(projectId, version, firstSeen, lastSeen, eventCount)
  }
}
