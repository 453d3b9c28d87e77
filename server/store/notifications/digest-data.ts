import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** What a digest is about: projects that its account sees, and a period. */
export interface DigestScope {
  projectIds: readonly number[]
  since: number
  until: number
}

export interface DigestIssue {
  id: number
  projectId: number
  projectSlug: string
  projectName: string
  number: number
  type: string
  value: string
  events: number
  firstSeen: number
}

/** So many of each kind are listed. */
const SHOWN = 5

type Selected = ReturnType<typeof selectIssues>

/** The largest of some issues, and how many there are. */
async function readSome(all: Selected): Promise<{ items: DigestIssue[]; count: number }> {
  const [items, { count }] = await Promise.all([
    all.orderBy('issue.event_count', 'desc').orderBy('issue.id').limit(SHOWN).execute(),
    all
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, count: Number(count) }
}

export function readNewIssues(db: Kysely<Database>, scope: DigestScope) {
  return readSome(
    selectIssues(db, scope)
      .where('issue.first_seen', '>=', scope.since)
      .where('issue.first_seen', '<', scope.until),
  )
}

export function readRegressed(db: Kysely<Database>, scope: DigestScope) {
  return readSome(selectIssues(db, scope).where('issue.regressed_at', '>=', scope.since))
}

/** Those of which a rule about rising issues told. */
export function readRising(db: Kysely<Database>, scope: DigestScope) {
  return readSome(
    selectIssues(db, scope).where('issue.id', 'in', (eb) =>
      eb
        .selectFrom('alert_told')
        .innerJoin('alert_rule', 'alert_rule.id', 'alert_told.rule_id')
        .select('alert_told.issue_id')
        .where('alert_rule.happening', '=', 'rising')
        .where('alert_told.at', '>=', scope.since),
    ),
  )
}

/** The open issues that happened lately and that nobody has, those that are there for longest first. */
export function listUnassigned(db: Kysely<Database>, scope: DigestScope): Promise<DigestIssue[]> {
  return selectIssues(db, scope)
    .where('issue.assigned_to', 'is', null)
    .where('issue.assigned_team', 'is', null)
    .where('issue.last_seen', '>=', scope.since)
    .orderBy('issue.first_seen')
    .orderBy('issue.id')
    .limit(SHOWN)
    .execute()
}

/** The releases with the most sessions of the period. */
export function listCrashFree(db: Kysely<Database>, { projectIds, since, until }: DigestScope) {
  return db
    .selectFrom('release_session_hour')
    .innerJoin('project', 'project.id', 'release_session_hour.project_id')
    .select(['project.id as projectId', 'project.slug as projectSlug', 'project.name as projectName'])
    .select('release_session_hour.release')
    .select((eb) => [
      eb.fn.sum<number>('release_session_hour.quantity').as('sessions'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when('release_session_hour.health', '=', 'crashed')
            .then(eb.ref('release_session_hour.quantity'))
            .else(0)
            .end(),
        )
        .as('crashed'),
    ])
    .where('project.id', 'in', [0, ...projectIds])
    .where('release_session_hour.hour', '>=', Math.floor(since / 3_600_000))
    .where('release_session_hour.hour', '<', Math.ceil(until / 3_600_000))
    .groupBy(['project.id', 'project.slug', 'project.name', 'release_session_hour.release'])
    .orderBy('sessions', 'desc')
    .orderBy('release_session_hour.release')
    .limit(SHOWN)
    .execute()
}

/** Accounts whose digest is due. */
export async function listDueDigests(db: Kysely<Database>, now: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_notification')
    .select('account_id as accountId')
    .where('digest_at', '<=', now)
    .orderBy('digest_at')
    .limit(limit)
    .execute()
  return rows.map(({ accountId }) => accountId)
}

function selectIssues(db: Kysely<Database>, { projectIds }: DigestScope) {
  return db
    .selectFrom('issue')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select(['issue.id', 'issue.project_id as projectId', 'issue.number', 'issue.type', 'issue.value'])
    .select(['project.slug as projectSlug', 'project.name as projectName'])
    .select(['issue.event_count as events', 'issue.first_seen as firstSeen'])
    .where('issue.project_id', 'in', [0, ...projectIds])
    .where('issue.status', '=', 'open')
    .where('issue.deleted_at', 'is', null)
}
