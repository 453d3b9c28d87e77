import type { DatabaseSync } from 'node:sqlite'
import { newSearchLines } from '#server/processing/search-lines.ts'
import type { Aggregate } from './occurrences.ts'

/** Remembers what an issue's events say, as far as it is new. */
export function createSearchAggregate(connection: DatabaseSync): Aggregate {
  const find = connection.prepare('select text, line_hashes as hashes from issue_text where issue_id = ?')
  const save = connection.prepare(`
    insert into issue_text (issue_id, project_id, text, line_hashes) values (?, ?, ?, ?)
    on conflict (issue_id) do update set text = excluded.text, line_hashes = excluded.line_hashes`)

  return (occurrences) => {
    for (const { issueId, projectId, isNew, events } of occurrences) {
      const known = isNew ? undefined : find.get(issueId)
      const before = String(known?.hashes ?? '')
      const added = newSearchLines(
        events.map(({ event }) => event.title),
        before,
      )
      if (added.lines.length === 0) continue
      const text = [...(known ? [String(known.text)] : []), ...added.lines].join('\n')
      save.run(issueId, projectId, text, before + added.hashes)
    }
  }
}
