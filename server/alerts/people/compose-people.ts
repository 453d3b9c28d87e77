import { issuesPath, projectPath } from '#renderer/paths.ts'
import { toSubject } from '#server/alerts/compose/subject.ts'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import type { NoticeKind, NoticeReason } from '#server/models/alerts/notices.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'
import { sayBecause, saySubjects, sayTitle, sayUpdate, sayUpdates, type Told } from './say.ts'

/** An issue or something else, with what an account hears of it, the oldest first. */
export interface ToldOfSubject {
  projectId: number
  projectSlug: string
  projectName: string
  /** Undefined where it is no issue. */
  issueId: number | undefined
  /** `SHOP-12`, or the name of a monitor. */
  name: string
  /** Makes addresses of paths of the desk. */
  toSubject: (absolute: (path: string) => string) => AlertSubject
  told: readonly [Told, ...Told[]]
}

export function toldOfIssue(issue: ToldIssue, told: readonly [Told, ...Told[]]): ToldOfSubject {
  const { id: issueId, projectId, projectSlug, projectName } = issue
  const name = formatShortId(issue)
  return {
    ...{ projectId, projectSlug, projectName, issueId, name, told },
    toSubject: (absolute) => toSubject(issue, absolute),
  }
}

const MOST_ISSUES = 5
const MOST_UPDATES = 10

const HAPPENINGS: Partial<Record<NoticeKind, Happening>> = {
  assigned: 'assigned',
  comment: 'commented',
  regressed: 'regressed',
  escalating: 'escalating',
}

interface ComposeOptions {
  key: string
  at: number
  publicUrl: string
  isUrgent: boolean
  /** A sentence more. */
  note: string | undefined
}

/** Makes a message to an account of what it hears of: one thing, or all that was collected. */
export function composePersonal(
  about: readonly [ToldOfSubject, ...ToldOfSubject[]],
  { key, at, publicUrl, isUrgent, note }: ComposeOptions,
): AlertMessage {
  const [first, second] = about
  const all = about.flatMap(({ told }) => told)
  const reasons = all.map(({ notice }) => notice.reason)
  const absolute = (path: string) => `${publicUrl}${path}`
  const isOneProject = about.every(({ projectId }) => projectId === first.projectId)
  const { projectSlug, projectName } = first
  return {
    ...{ key, at, happening: happeningOf(all), urgency: isUrgent ? 'urgent' : 'normal', isTest: false },
    rule: undefined,
    project: isOneProject
      ? { slug: projectSlug, name: projectName, url: absolute(projectPath(projectSlug)) }
      : { slug: 'crumbtrail', name: 'Crumbtrail', url: absolute(issuesPath()) },
    title: titleOf(about, isOneProject ? projectName : undefined),
    note: note === undefined ? undefined : `${note}.`,
    subjects: about.slice(0, MOST_ISSUES).map(({ toSubject, told }) => ({
      ...toSubject(absolute),
      updates: told.slice(-MOST_UPDATES).map(sayUpdate),
    })),
    more: Math.max(0, about.length - MOST_ISSUES),
    url: second === undefined ? first.toSubject(absolute).url : absolute(issuesPath()),
    to: {
      because: sayBecause(reasons),
      reason: reasonOf(reasons),
      issueId: second === undefined ? first.issueId : undefined,
      projects: about.flatMap(({ issueId, projectId, toSubject }) =>
        issueId === undefined ? [[toSubject(absolute).id, projectId] as const] : [],
      ),
    },
  }
}

function titleOf(about: readonly [ToldOfSubject, ...ToldOfSubject[]], project: string | undefined): string {
  const [{ name, told, toSubject }, second] = about
  const count = about.reduce((sum, one) => sum + one.told.length, 0)
  if (second !== undefined) {
    const areIssues = about.every(({ issueId }) => issueId !== undefined)
    return sayUpdates(count, saySubjects(about.length, { areIssues, project }))
  }
  const beginning = count === 1 ? sayTitle(told[0], name) : sayUpdates(count, name)
  const { title } = toSubject(String)
  return title === name ? beginning : `${beginning}: ${title}`
}

/** That of all of them, or of none. */
function happeningOf(all: readonly Told[]): Happening {
  const kinds = new Set(all.map(({ notice }) => (notice.reason === 'mentioned' ? 'mentioned' : notice.kind)))
  const [kind, another] = kinds
  if (kind === undefined || another !== undefined) return 'updated'
  return kind === 'mentioned' ? 'mentioned' : (HAPPENINGS[kind] ?? 'updated')
}

/** What is ended where somebody ends "this kind": the one reason, or what they follow. */
function reasonOf(reasons: readonly NoticeReason[]): NoticeReason {
  const [reason = 'subscribed', another] = new Set(reasons)
  return another === undefined ? reason : 'subscribed'
}
