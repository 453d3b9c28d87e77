import type { DatabaseSync } from 'node:sqlite'
import { addToSketch, countDistinct, EMPTY_SKETCH } from '../processing/distinct-count.ts'
import { hashUser, userNameOf } from '../processing/user-hash.ts'
import type { Fold, StoredEvent } from './folds.ts'

/** Whom each issue has hit, and in which release first and last. */
export function createPeopleFold(connection: DatabaseSync): Fold {
  const find = connection.prepare('select sketch from issue_user where project_id = ? and issue_id = ?')
  const store = connection.prepare(`
    insert into issue_user (project_id, issue_id, sketch) values (?, ?, ?)
    on conflict do update set sketch = excluded.sketch`)
  const countUsers = connection.prepare('update issue set user_count = ? where id = ?')
  const setReleases = connection.prepare(`
    update issue set first_release = coalesce(first_release, ?2), last_release = ?3
    where id = ?1 and last_release is not ?3`)

  return (occurrences) => {
    for (const { projectId, issueId, events } of occurrences) {
      const hashes = userHashesOf(events)
      if (hashes.size > 0) {
        const known = find.get(projectId, issueId)?.sketch as Uint8Array | undefined // a blob column
        const sketch = addToSketch(known ?? EMPTY_SKETCH, hashes)
        if (sketch !== known) {
          store.run(projectId, issueId, sketch)
          countUsers.run(countDistinct(sketch), issueId)
        }
      }
      const releases = events.map(({ event }) => event.release).filter((release) => release !== undefined)
      const [first, last] = [releases[0], releases.at(-1)]
      if (first !== undefined && last !== undefined) setReleases.run(issueId, first, last)
    }
  }
}

/** Many events of a batch are of the same few people. */
export function userHashesOf(events: readonly StoredEvent[]): Set<number> {
  const names = new Set<string>()
  for (const { event } of events) {
    const name = userNameOf(event)
    if (name !== undefined) names.add(name)
  }
  return new Set(Array.from(names, hashUser))
}
