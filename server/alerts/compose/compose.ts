import { type FilterParams, issuePath, issuesPath, projectPath } from '#renderer/paths.ts'
import type { Happening, Urgency } from '#server/models/alerts/happenings.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'
import type { LatestEvents } from './latest-events.ts'
import { titleOf, toSubject } from './subject.ts'
import { beginTitle, sayMore } from './words.ts'

/** What a message is made of. */
export interface Told {
  key: string
  happening: Happening
  urgency: Urgency
  rule: { id: number; name: string } | undefined
  /** The largest first; at least one. */
  issues: readonly [ToldIssue, ...ToldIssue[]]
  latest: LatestEvents
  /** All that it is about, those of `issues` included. */
  count: number
  /** A sentence more. */
  note?: string | undefined
  isTest?: boolean
  at: number
}

/** Makes the message, with absolute addresses of the desk. */
export function compose(told: Told, publicUrl: string): AlertMessage {
  const { key, happening, urgency, rule, issues, latest, count, note, at, isTest = false } = told
  const [first] = issues
  const absolute = (path: string) => `${publicUrl}${path}`
  const beginning = beginTitle(happening, first.projectName, count)
  const sentences = [note, count > issues.length ? sayMore(count - issues.length) : undefined]
  return {
    ...{ key, happening, urgency, isTest, rule, at },
    project: {
      slug: first.projectSlug,
      name: first.projectName,
      url: absolute(projectPath(first.projectSlug)),
    },
    title: count === 1 ? `${beginning}: ${titleOf(first)}` : beginning,
    note:
      sentences.flatMap((sentence) => (sentence === undefined ? [] : [`${sentence}.`])).join(' ') ||
      undefined,
    subjects: issues.map((issue) => toSubject(issue, absolute, latest.get(issue.id))),
    more: count - issues.length,
    url: absolute(count === 1 ? issuePath(first.id) : issuesPath(searchOf(told, first))),
    at,
  }
}

/** Which list of issues shows all that a message is about. */
function searchOf({ happening, at }: Told, { projectSlug }: ToldIssue): FilterParams {
  const since = new Date(at - DAY_MS).toISOString().slice(0, 10)
  const query = happening === 'new' ? `is:unresolved firstSeen:>=${since}` : 'is:unresolved'
  return { project: projectSlug, query }
}
