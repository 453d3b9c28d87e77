/** Filters of a search on durations, as far as they stand by themselves. */
const DURATION = /(^|\s)duration:[^\s()"]{1,60}(?=\s|$)/gi

/** The search without its limits of duration. */
export function withoutDuration(query: string): string {
  return isPlain(query) ? query.replace(DURATION, '').trim() : query
}

/** Adds a filter, which applies to all that the search has found before. */
export function withFilter(query: string, filter: string): string {
  return `${grouped(query)} ${filter}`.trim()
}

/** The search that a limit of duration can be added to at its end. */
export function searchBase(query: string): string {
  return grouped(withoutDuration(query))
}

function grouped(query: string): string {
  return isPlain(query) ? query : `(${query})`
}

/** `user:"4471"`, with any characters quoted. */
export function filterOf(key: string, value: string): string {
  return `${key}:"${value.replace(/["\\*]/g, '\\$&')}"`
}

/** A duration as the search reads it. */
export function durationToken(millis: number): string {
  return millis >= 1_000 ? `${millis / 1_000}s` : `${millis}ms`
}

/** In a search with alternatives or groups, a filter at its end may apply to its last part only. */
function isPlain(query: string): boolean {
  return !/[()"]|\bOR\b/i.test(query.replace(/"[^"]{0,1000}"/g, ''))
}
