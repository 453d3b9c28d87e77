import { issuePath, type Path } from '#renderer/paths.ts'

/** The search for a tag's value, with any characters quoted: `tags[browser]:"Firefox 145"`. */
function tagQuery(key: string, value: string): string {
  const name = /^[\w.-]+$/.test(key) ? `tags[${key}]` : `"${key.replace(/["\\]/g, '\\$&')}"`
  return `${name}:"${value.replace(/["\\*]/g, '\\$&')}"`
}

/** The events of an issue with a tag's value. */
export function eventsWithTagPath(issueId: number, key: string, value: string): `${Path}#events` {
  return `${issuePath(issueId, { query: tagQuery(key, value) })}#events`
}
