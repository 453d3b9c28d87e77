import { type FilterParams, issuesPath } from '#renderer/paths.ts'

/** The search for issues with a tag's value, with any characters quoted: `tags[browser]:"Firefox 145"`. */
export function tagSearchPath(key: string, value: string, filter: FilterParams = {}): string {
  const name = /^[\w.-]+$/.test(key) ? `tags[${key}]` : `"${key.replace(/["\\]/g, '\\$&')}"`
  return issuesPath({ ...filter, query: `${name}:"${value.replace(/["\\*]/g, '\\$&')}"` })
}
