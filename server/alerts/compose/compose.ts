import { type FilterParams, issuePath, issuesPath, projectPath } from '#renderer/paths.ts'
import type { Happening, Urgency } from '#server/models/alerts/happenings.ts'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import type { Occurrence } from '#server/models/alerts/occurrences.ts'
import { DAY_MS } from '#server/protocol/time.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'
import type { LatestEvents } from './latest-events.ts'
import { listPathOf } from './list-path.ts'
import { titleOf, toSubject } from './subject.ts'
import { beginTitle } from './words.ts'

/** What a message is made of, whatever it is about. */
export interface Telling {
  key: string
  happening: Happening
  urgency: Urgency
  rule: { id: number; name: string } | undefined
  /** All that it is about, those that it shows included. */
  count: number
  /** A sentence more. */
  note?: string | undefined
  isTest?: boolean
  at: number
}

export interface Told extends Telling {
  /** The largest first; at least one. */
  issues: readonly [ToldIssue, ...ToldIssue[]]
  latest: LatestEvents
}

/** Makes the message about issues, with absolute addresses of the desk. */
export function compose(told: Told, publicUrl: string): AlertMessage {
  const { happening, issues, latest, count } = told
  const [first] = issues
  const absolute = (path: string) => `${publicUrl}${path}`
  const beginning = beginTitle(happening, first.projectName, count)
  return assemble(told, {
    project: toProject({ slug: first.projectSlug, name: first.projectName }, publicUrl),
    title: count === 1 ? `${beginning}: ${titleOf(first)}` : beginning,
    subjects: issues.map((issue) => toSubject(issue, absolute, latest.get(issue.id))),
    url: absolute(count === 1 ? issuePath(first.id) : issuesPath(searchOf(told, first))),
  })
}

export interface ToldOccurrences extends Telling {
  project: { slug: string; name: string }
  /** The oldest first; at least one. */
  occurrences: readonly [Occurrence, ...Occurrence[]]
}

/** Makes the message about monitors, checks or all else that is no issue. */
export function composeOccurrences(told: ToldOccurrences, publicUrl: string): AlertMessage {
  const { happening, project, occurrences, count } = told
  const [{ beginning, subject }] = occurrences
  return assemble(told, {
    project: toProject(project, publicUrl),
    title:
      count === 1
        ? `${beginning} in ${project.name}: ${subject.title}`
        : beginTitle(happening, project.name, count),
    subjects: occurrences.map((occurrence) => occurrence.subject),
    url: count === 1 ? subject.url : `${publicUrl}${listPathOf(subject.kind, project.slug)}`,
  })
}

function assemble(
  { key, happening, urgency, rule, count, note, at, isTest = false }: Telling,
  shown: Pick<AlertMessage, 'project' | 'title' | 'url'> & { subjects: readonly AlertSubject[] },
): AlertMessage {
  const more = count - shown.subjects.length
  // Each channel says itself how many more there are.
  const said = note === undefined ? undefined : `${note}.`
  return { ...{ key, happening, urgency, isTest, rule, at, more }, ...shown, note: said }
}

function toProject({ slug, name }: { slug: string; name: string }, publicUrl: string) {
  return { slug, name, url: `${publicUrl}${projectPath(slug)}` }
}

/** Which list of issues shows all that a message is about. */
function searchOf({ happening, at }: Told, { projectSlug }: ToldIssue): FilterParams {
  const since = new Date(at - DAY_MS).toISOString().slice(0, 10)
  const query = happening === 'new' ? `is:unresolved firstSeen:>=${since}` : 'is:unresolved'
  return { project: projectSlug, query }
}
