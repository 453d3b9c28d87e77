import { type Path, segment } from '#renderer/paths.ts'

/** The settings of a status page. */
export function statusPagePath(id: number): Path {
  return `/status-pages/${id}`
}

/** A status page as strangers see it; no page of the desk. */
export function publicStatusPath(slug: string): `/status/${string}` {
  return `/status/${segment(slug)}`
}
