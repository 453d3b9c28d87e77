import type { Kysely, Transaction } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import { type Actor, recordActivities } from '#server/store/issues/activity.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface Acknowledgement {
  /** The name of an account, or to whom the link was sent. */
  who: string
  /** Milliseconds since the epoch. */
  at: number
}

/**
 * Acknowledgements that still hold: an issue that was resolved or ignored since, or that is open again, is another case for which
 * nobody has said yet that they take care of it.
 */
export function selectAcknowledged(db: Kysely<Database>) {
  return db
    .selectFrom('issue_acknowledgement')
    .innerJoin('issue', 'issue.id', 'issue_acknowledgement.issue_id')
    .where('issue.status', '=', 'open')
    .where('issue.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('issue.status_at', 'is', null),
        eb('issue_acknowledgement.at', '>=', eb.ref('issue.status_at').$notNull()),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('issue.regressed_at', 'is', null),
        eb('issue_acknowledgement.at', '>=', eb.ref('issue.regressed_at').$notNull()),
      ]),
    )
}

export async function findAcknowledgement(
  db: Kysely<Database>,
  issueId: number,
): Promise<Acknowledgement | undefined> {
  const [row] = await selectWho(db, { issueId })
  return row && { who: row.name || row.who, at: row.at }
}

const selectWho = prepareQuery((db, { issueId }: { issueId: number }) =>
  selectAcknowledged(db)
    .leftJoin('account', 'account.id', 'issue_acknowledgement.account_id')
    .select(['issue_acknowledgement.who', 'issue_acknowledgement.at', 'account.name'])
    .where('issue.id', '=', issueId),
)

interface Acknowledging {
  actor: Actor
  /** A name of the actor, which stays. */
  who: string
  now: number
}

/** Says who takes care of an open issue. False where it is not open, or somebody does already: the first one counts. */
export async function acknowledge(
  trx: Transaction<Database>,
  issueId: number,
  { actor, who, now }: Acknowledging,
): Promise<boolean> {
  const issue = await findOpen(trx, issueId)
  if (issue === undefined || (await findAcknowledgement(trx, issueId)) !== undefined) return false
  const accountId = actor && 'accountId' in actor ? actor.accountId : null
  const values = { account_id: accountId, who, at: now }
  await trx
    .insertInto('issue_acknowledgement')
    .values({ issue_id: issueId, project_id: issue.projectId, ...values })
    .onConflict((same) => same.column('issue_id').doUpdateSet(values))
    .execute()
  const entry = { kind: 'acknowledged' as const, data: {} }
  await recordActivities(trx, [{ entry, projectId: issue.projectId, issueId }], { actor, now })
  return true
}

/** Takes it back. False where nobody has acknowledged the issue. */
export async function takeBack(
  trx: Transaction<Database>,
  issueId: number,
  { actor, now }: Omit<Acknowledging, 'who'>,
): Promise<boolean> {
  const issue = await findOpen(trx, issueId)
  if (issue === undefined || (await findAcknowledgement(trx, issueId)) === undefined) return false
  await trx.deleteFrom('issue_acknowledgement').where('issue_id', '=', issueId).execute()
  const entry = { kind: 'unacknowledged' as const, data: {} }
  await recordActivities(trx, [{ entry, projectId: issue.projectId, issueId }], { actor, now })
  return true
}

function findOpen(trx: Transaction<Database>, issueId: number) {
  return trx
    .selectFrom('issue')
    .select('project_id as projectId')
    .where('id', '=', issueId)
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** What a link of a message is about; undefined where the message, or the issue in it, is gone. */
export async function findLinked(db: Kysely<Database>, messageId: number, issueId: number) {
  const message = await db
    .selectFrom('alert_message')
    .leftJoin('alert_channel', 'alert_channel.id', 'alert_message.channel_id')
    .leftJoin('account', 'account.id', 'alert_message.account_id')
    .select(['alert_message.content', 'alert_message.created_at as createdAt'])
    .select(['alert_channel.name as channel', 'account.id as accountId', 'account.email', 'account.name'])
    .where('alert_message.id', '=', messageId)
    .executeTakeFirst()
  const issue = await db
    .selectFrom('issue')
    .select(['status', 'deleted_at as deletedAt'])
    .where('id', '=', issueId)
    .executeTakeFirst()
  return message && issue && issue.deletedAt === null ? { ...message, status: issue.status } : undefined
}
