import { type FilterParams, issuesPath } from '#renderer/paths.ts'

/** The search for issues with a tag's value, whatever characters either has: `tags[browser]:"Firefox 145"`. */
export function tagSearchPath(key: string, value: string, filter: FilterParams = {}): string {
  const name = /^[\w.-]+$/.test(key) ? `tags[${key}]` : `"${key.replace(/["\\]/g, '\\$&')}"`
  return issuesPath({ ...filter, query: `${name}:"${value.replace(/["\\*]/g, '\\$&')}"` })
}
