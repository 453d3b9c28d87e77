import type { Kysely, Transaction } from 'kysely'
import type { DeliveryTry, MessageFilter, MessageState } from '#server/models/alerts/deliveries.ts'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A message as lists show it. */
export interface MessageRow {
  id: number
  key: string
  state: MessageState
  happening: Happening
  title: string
  isTest: number
  createdAt: number
  dueAt: number
  deliveredAt: number | null
  attempts: number
  reason: string | null
  projectSlug: string | null
  projectName: string | null
  ruleId: number | null
  ruleName: string | null
  channelId: number
  channelName: string | null
  channelKind: string | null
  /** The address of the account that it is for; null for channels that all have. */
  accountEmail: string | null
}

/**
 * The latest first, one more than asked for: so it is known whether there are more. Those to other accounts are listed only
 * where `isAdmin`.
 */
export function listMessages(
  db: Kysely<Database>,
  filter: MessageFilter,
  { isAdmin }: { isAdmin: boolean },
): Promise<MessageRow[]> {
  const { state, channelId, ruleId, before, limit } = filter
  return selectMessages(db)
    .$if(!isAdmin, (all) => all.where('alert_message.account_id', 'is', null))
    .$if(state !== undefined, (all) => all.where('alert_message.state', '=', state ?? 'waiting'))
    .$if(channelId !== undefined, (all) => all.where('alert_message.channel_id', '=', channelId ?? 0))
    .$if(ruleId !== undefined, (all) => all.where('alert_message.rule_id', '=', ruleId ?? 0))
    .$if(before !== undefined, (all) => all.where('alert_message.id', '<', before ?? 0))
    .orderBy('alert_message.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function findMessage(
  db: Kysely<Database>,
  id: number,
): Promise<(MessageRow & { content: AlertMessage | undefined }) | undefined> {
  const row = await selectMessages(db)
    .select('alert_message.content')
    .where('alert_message.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const content = row.content === null ? undefined : (JSON.parse(row.content) as AlertMessage) // written by endCollecting
  return { ...row, content }
}

function selectMessages(db: Kysely<Database>) {
  return db
    .selectFrom('alert_message')
    .leftJoin('project', 'project.id', 'alert_message.project_id')
    .leftJoin('account', 'account.id', 'alert_message.account_id')
    .leftJoin('alert_rule', 'alert_rule.id', 'alert_message.rule_id')
    .leftJoin('alert_channel', 'alert_channel.id', 'alert_message.channel_id')
    .select([
      ...(['alert_message.id', 'alert_message.message_key as key', 'alert_message.state'] as const),
      ...(['alert_message.happening', 'alert_message.title', 'alert_message.is_test as isTest'] as const),
      ...(['alert_message.created_at as createdAt', 'alert_message.due_at as dueAt'] as const),
      ...(['alert_message.ended_at as deliveredAt', 'alert_message.attempts'] as const),
      ...(['alert_message.reason', 'project.slug as projectSlug', 'project.name as projectName'] as const),
      ...(['alert_message.rule_id as ruleId', 'alert_rule.name as ruleName'] as const),
      ...(['alert_message.channel_id as channelId', 'alert_channel.name as channelName'] as const),
      ...(['alert_channel.kind as channelKind', 'account.email as accountEmail'] as const),
    ])
}

/** The latest first. */
export async function listTries(db: Kysely<Database>, messageId: number): Promise<DeliveryTry[]> {
  return db
    .selectFrom('delivery_try')
    .select(['id', 'at', 'duration_ms as durationMs', 'state', 'status', 'reason', 'request', 'response'])
    .where('message_id', '=', messageId)
    .orderBy('id', 'desc')
    .execute()
}

export async function countUndelivered(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('alert_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'undelivered')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The messages that are to be sent, and those that were given up. */
export async function countByState(db: Kysely<Database>): Promise<{ waiting: number; undelivered: number }> {
  const rows = await db
    .selectFrom('alert_message')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'undelivered'])
    .groupBy('state')
    .execute()
  const countOf = (wanted: MessageState) => Number(rows.find(({ state }) => state === wanted)?.count ?? 0)
  return { waiting: countOf('waiting'), undelivered: countOf('undelivered') }
}

/** Lets messages that were given up be tried anew, ten times. Returns how many. */
export async function retryMessages(
  trx: Transaction<Database>,
  { id, now }: { id?: number; now: number },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_message')
    .set({ state: 'waiting', due_at: now, attempts: 0, leased_until: null, ended_at: null })
    .where('state', '=', 'undelivered')
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? 0))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Gives up a message that waits, or forgets one that was given up. False where it is neither. */
export async function discardMessage(
  trx: Transaction<Database>,
  { id, now, reason }: { id: number; now: number; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_message')
    .set({ state: 'discarded', ended_at: now, reason })
    .where('id', '=', id)
    .where('state', 'in', ['collecting', 'waiting', 'undelivered'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives up what waits for a channel that is being deleted. */
export async function discardOfChannel(
  trx: Transaction<Database>,
  { channelId, now, reason }: { channelId: number; now: number; reason: string },
): Promise<void> {
  await trx
    .updateTable('alert_message')
    .set({ state: 'discarded', ended_at: now, reason })
    .where('channel_id', '=', channelId)
    .where('state', 'in', ['collecting', 'waiting', 'undelivered'])
    .execute()
}

/** The messages of each rule: the latest, and how many there were since a time. */
export function countByRule(db: Kysely<Database>, since: number) {
  return db
    .selectFrom('alert_message')
    .select('rule_id as ruleId')
    .select(({ fn }) => fn.max('ended_at').as('lastSentAt'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('ended_at', '>', since).as('sent'))
    .where('state', '=', 'delivered')
    .groupBy('rule_id')
    .execute()
}

/** The messages that wait for each channel. */
export function countWaiting(db: Kysely<Database>) {
  return db
    .selectFrom('alert_message')
    .select('channel_id as channelId')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('state', 'in', ['collecting', 'waiting'])
    .groupBy('channel_id')
    .execute()
}

/** Deletes messages that ended before a time, and their tries. True while there are more. */
export async function deleteEnded(
  trx: Transaction<Database>,
  before: number,
  limit: number,
): Promise<boolean> {
  const rows = await trx
    .selectFrom('alert_message')
    .select('id')
    .where('ended_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return false
  await trx
    .deleteFrom('alert_message')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.length === limit
}
