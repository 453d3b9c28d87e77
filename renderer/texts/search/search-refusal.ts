import type { Searched } from '#server/models/search.ts'
import { examples as ofIssues } from './search-examples.ts'

export const cannot = 'Cannot search: '
/** Searches that work follow. */
export const instead = 'For example: '
export const clear = 'Clear the search'
export const typed = 'Your search'

/** Searches that work, the most useful first. */
const EXAMPLES: Record<Searched, readonly string[]> = {
  issues: ['level:error', 'timesSeen:>100', ...ofIssues.flatMap(({ rows }) => rows.map(([query]) => query))],
  logs: ['level:>=warn', 'payment order:1042', 'trace:4bf92f3577b34da6a3ce929d0e0e4736', 'has:order'],
  feedback: ['checkout', 'user.email:*@example.com', 'url:/cart', 'release:2.5.0', 'has:issue'],
  releases: ['2.5', 'release:2.5.*', 'environment:production'],
  traces: ['duration:>500ms', 'is:failed', 'side:browser', 'has:error', 'name:"GET /cart"'],
}

/** Two searches that work; those first that use the key of the one that does not. */
export function examplesFor(searched: Searched, wrongText: string | undefined): string[] {
  const all = [...new Set(EXAMPLES[searched])]
  const key = keyOf(wrongText)
  const sameKey = key === undefined ? [] : all.filter((query) => keyOf(query) === key)
  return [...new Set([...sameKey, ...all])].slice(0, 2)
}

function keyOf(term: string | undefined): string | undefined {
  return /^!?([\w.-]+):/.exec(term ?? '')?.[1]?.toLowerCase()
}
