import type { Transaction } from 'kysely'
import { listRules } from '#server/store/alerts/rules.ts'
import { listByIds } from '#server/store/alerts/told-issues.ts'
import type { StoredNotice } from '#server/store/notifications/account-notices.ts'
import { listSubscribed } from '#server/store/notifications/concerned.ts'
import { readActivities, readRedirects } from '#server/store/notifications/told-activities.ts'
import { listProjectNames } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type ToldOfSubject, toldOfIssue } from './compose-people.ts'

/**
 * Reads what an account is told: by issue, that of which it hears most first. What was deleted or ended meanwhile is left out, and
 * what was merged is told of the issue that stayed.
 */
export async function readTold(
  trx: Transaction<Database>,
  accountId: number,
  all: readonly StoredNotice[],
): Promise<ToldOfSubject[]> {
  const notices = all.filter(({ about }) => !about)
  const redirects = await readRedirects(trx, [...new Set(notices.map(({ issueId }) => issueId))])
  const byIssue = Map.groupBy(notices, ({ issueId }) => redirects.get(issueId) ?? issueId)
  const issues = await listByIds(trx, [...byIssue.keys()])
  const followed = await listSubscribed(trx, [...byIssue.keys()])
  const isEnded = (issueId: number) =>
    followed.some((one) => one.issueId === issueId && one.accountId === accountId && !one.isOn)
  const activities = await readActivities(
    trx,
    notices.flatMap(({ activityId }) => (activityId === null ? [] : [activityId])),
  )
  const rules = new Map((await listRules(trx)).map(({ id, name }) => [id, name]))
  const told = issues.flatMap((issue): ToldOfSubject[] => {
    const [first, ...others] = (byIssue.get(issue.id) ?? [])
      .filter(({ kind, activityId }) => kind !== 'comment' || activities.has(activityId ?? 0))
      .filter(({ reason }) => reason !== 'subscribed' || !isEnded(issue.id))
      .map((notice) => ({
        notice,
        activity: activities.get(notice.activityId ?? 0),
        ruleName: rules.get(notice.ruleId ?? 0),
      }))
    return first === undefined ? [] : [toldOfIssue(issue, [first, ...others])]
  })
  const others = await readOccurrences(trx, all, rules)
  return [...told, ...others].toSorted(
    (a, b) => b.told.length - a.told.length || (a.issueId ?? 0) - (b.issueId ?? 0),
  )
}

/** What rules told of monitors, checks and all else that is no issue, by its subject as it was last. */
async function readOccurrences(
  trx: Transaction<Database>,
  notices: readonly StoredNotice[],
  rules: ReadonlyMap<number, string>,
): Promise<ToldOfSubject[]> {
  const known = notices.flatMap((notice) => (notice.about ? [{ notice, about: notice.about }] : []))
  const names = await listProjectNames(trx, [...new Set(known.map(({ about }) => about.projectId))])
  return [...Map.groupBy(known, ({ about }) => about.subject.id).values()].flatMap(
    (ofSubject): ToldOfSubject[] => {
      const { projectId, subject } = ofSubject.at(-1)?.about ?? {}
      const project = names.get(projectId ?? 0)
      const [first, ...others] = ofSubject.map(({ notice, about }) => ({
        notice,
        activity: undefined,
        ruleName: rules.get(notice.ruleId ?? 0),
        beginning: about.beginning,
      }))
      if (!project || !subject || projectId === undefined || first === undefined) return []
      const of = { projectId, projectSlug: project.slug, projectName: project.name, issueId: undefined }
      return [{ ...of, name: subject.title, toSubject: () => subject, told: [first, ...others] }]
    },
  )
}
