import { newSearchLines } from '#server/processing/search-lines.ts'
import { put, read, type Steps } from '#server/store/rows/steps.ts'
import { COUNTED } from '#server/store/schema/counted-tables.ts'
import type { Occurrences } from './delta.ts'

/** Remembers what issues' events say, as far as it is new. */
export function* rememberTexts(occurrences: readonly Occurrences[]): Steps {
  const known = yield* read(
    COUNTED.issue_text,
    occurrences.map(({ issueId }) => ({ issue_id: issueId })),
  )
  const rows = occurrences.flatMap(({ projectId, issueId, events }, place) => {
    const before = known[place]
    const hashes = before?.line_hashes ?? ''
    const titles = events.map(({ event }) => event.title)
    const added = newSearchLines(titles, hashes)
    if (added.lines.length === 0) return []
    const text = [...(before ? [before.text] : []), ...added.lines].join('\n')
    return [{ issue_id: issueId, project_id: projectId, text, line_hashes: hashes + added.hashes }]
  })
  yield* put(COUNTED.issue_text, rows)
}
