import type { Kysely, Transaction } from 'kysely'
import type { AlertMessage, AlertSubject } from '#server/models/alerts/messages.ts'
import { isSubjectOver } from '#server/store/alerts/occurrences/is-over.ts'
import type { Actor } from '#server/store/issues/activity.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { Acknowledgement } from './acknowledgements.ts'

/** Who takes care of a monitor, a check or another subject that is no issue, by its id: until it is over. */
export async function findCare(
  db: Kysely<Database>,
  subject: string,
  now: number,
): Promise<Acknowledgement | undefined> {
  const row = await db
    .selectFrom('occurrence_acknowledgement')
    .leftJoin('account', 'account.id', 'occurrence_acknowledgement.account_id')
    .select(['occurrence_acknowledgement.who', 'occurrence_acknowledgement.at', 'account.name'])
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (row === undefined || (await isSubjectOver(db, subject, now))) return undefined
  return { who: row.name || row.who, at: row.at }
}

/** Those of these subjects of which nobody takes care, and that are not over. */
export async function listUncaredSubjects(
  db: Kysely<Database>,
  subjects: readonly string[],
  now: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('occurrence_acknowledgement')
    .select('subject')
    .where('subject', 'in', ['', ...subjects]) // no subject has the first, and a list needs one
    .execute()
  const cared = new Set(rows.map(({ subject }) => subject))
  const uncared = new Set<string>()
  for (const subject of new Set(subjects))
    if (!cared.has(subject) && !(await isSubjectOver(db, subject, now))) uncared.add(subject)
  return uncared
}

interface Acknowledging {
  projectId: number
  actor: Actor
  /** A name of the actor, which stays. */
  who: string
  now: number
}

/** Says who takes care of a subject that is not over: the first one counts. */
export async function acknowledgeSubject(
  trx: Transaction<Database>,
  subject: string,
  { projectId, actor, who, now }: Acknowledging,
): Promise<void> {
  if (await isSubjectOver(trx, subject, now)) return
  const account_id = actor && 'accountId' in actor ? actor.accountId : null
  await trx
    .insertInto('occurrence_acknowledgement')
    .values({ subject, project_id: projectId, account_id, who, at: now })
    .onConflict((same) => same.column('subject').doNothing())
    .execute()
}

export async function takeBackSubject(trx: Transaction<Database>, subject: string): Promise<void> {
  await trx.deleteFrom('occurrence_acknowledgement').where('subject', '=', subject).execute()
}

/** Begins anew for subjects that fail or work again: whoever took care of the failure before has done so. */
export async function endCare(trx: Transaction<Database>, subjects: readonly string[]): Promise<void> {
  const named = ['', ...subjects]
  await trx.deleteFrom('occurrence_escalation').where('subject', 'in', named).execute()
  await trx.deleteFrom('occurrence_acknowledgement').where('subject', 'in', named).execute()
}

/** The subject that a link names by its place in a message; undefined where the message, or its project, is gone. */
export async function findLinkedSubject(
  db: Kysely<Database>,
  { messageId, index }: { messageId: number; index: number },
) {
  const message = await db
    .selectFrom('alert_message')
    .leftJoin('alert_channel', 'alert_channel.id', 'alert_message.channel_id')
    .leftJoin('account', 'account.id', 'alert_message.account_id')
    .select(['alert_message.content', 'alert_message.created_at as createdAt'])
    .select(['alert_message.project_id as projectId'])
    .select(['alert_channel.name as channel', 'account.id as accountId', 'account.email', 'account.name'])
    .where('alert_message.id', '=', messageId)
    .executeTakeFirst()
  if (message == null || message.content === null) return undefined
  const content = JSON.parse(message.content) as AlertMessage // as it was composed
  const subject: AlertSubject | undefined = content.subjects[index]
  const projects = new Map(content.to?.projects ?? [])
  const projectId = message.projectId ?? (subject && projects.get(subject.id))
  if (subject === undefined || projectId === undefined) return undefined
  return { ...message, projectId, subject }
}
