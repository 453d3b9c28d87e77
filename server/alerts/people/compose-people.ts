import { issuePath, issuesPath, projectPath } from '#renderer/paths.ts'
import { toSubject } from '#server/alerts/compose/subject.ts'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { NoticeKind, NoticeReason } from '#server/models/alerts/notices.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import type { ToldIssue } from '#server/store/alerts/told-issues.ts'
import { sayBecause, sayIssues, sayTitle, sayUpdate, sayUpdates, type Told } from './say.ts'

/** An issue, with what an account hears of it, the oldest first. */
export interface ToldOfIssue {
  issue: ToldIssue
  told: readonly [Told, ...Told[]]
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
  about: readonly [ToldOfIssue, ...ToldOfIssue[]],
  { key, at, publicUrl, isUrgent, note }: ComposeOptions,
): AlertMessage {
  const [first, second] = about
  const all = about.flatMap(({ told }) => told)
  const reasons = all.map(({ notice }) => notice.reason)
  const absolute = (path: string) => `${publicUrl}${path}`
  const isOneProject = about.every(({ issue }) => issue.projectId === first.issue.projectId)
  const { projectSlug, projectName } = first.issue
  return {
    ...{ key, at, happening: happeningOf(all), urgency: isUrgent ? 'urgent' : 'normal', isTest: false },
    rule: undefined,
    project: isOneProject
      ? { slug: projectSlug, name: projectName, url: absolute(projectPath(projectSlug)) }
      : { slug: 'crumbtrail', name: 'Crumbtrail', url: absolute(issuesPath()) },
    title: titleOf(about, isOneProject ? projectName : undefined),
    note: note === undefined ? undefined : `${note}.`,
    subjects: about.slice(0, MOST_ISSUES).map(({ issue, told }) => ({
      ...toSubject(issue, absolute),
      updates: told.slice(-MOST_UPDATES).map(sayUpdate),
    })),
    more: Math.max(0, about.length - MOST_ISSUES),
    url: absolute(second === undefined ? issuePath(first.issue.id) : issuesPath()),
    to: {
      because: sayBecause(reasons),
      reason: reasonOf(reasons),
      issueId: second === undefined ? first.issue.id : undefined,
    },
  }
}

function titleOf(about: readonly [ToldOfIssue, ...ToldOfIssue[]], project: string | undefined): string {
  const [{ issue, told }, second] = about
  const count = about.reduce((sum, one) => sum + one.told.length, 0)
  if (second !== undefined) return sayUpdates(count, sayIssues(about.length, project))
  const shortId = formatShortId(issue)
  const beginning = count === 1 ? sayTitle(told[0], shortId) : sayUpdates(count, shortId)
  return `${beginning}: ${toSubject(issue, String).title}`
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
