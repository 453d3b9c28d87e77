import type { Kysely, Transaction } from 'kysely'
import type { MessageState } from '#server/models/alerts/deliveries.ts'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A message that more may still join. */
export interface Collecting {
  id: number
  key: string
  projectId: number
  ruleId: number
  channelId: number
  happening: Happening
  createdAt: number
  dueAt: number
}

export interface NewCollecting extends Omit<Collecting, 'id'> {
  title: string
}

/** The messages of a rule to a channel about a project have one time in which they are collected. */
export interface Flow {
  ruleId: number
  channelId: number
  projectId: number
}

export async function findWindow(
  trx: Transaction<Database>,
  flow: Flow,
): Promise<{ step: number; endsAt: number } | undefined> {
  return (await listWindows(trx, flow))[0]
}

const listWindows = prepareQuery((db, { ruleId, channelId, projectId }: Flow) =>
  db
    .selectFrom('alert_window')
    .select(['step', 'ends_at as endsAt'])
    .where('rule_id', '=', ruleId)
    .where('channel_id', '=', channelId)
    .where('project_id', '=', projectId),
)

export async function saveWindow(
  trx: Transaction<Database>,
  { ruleId, channelId, projectId }: Flow,
  { step, endsAt }: { step: number; endsAt: number },
): Promise<void> {
  await trx
    .insertInto('alert_window')
    .values({ rule_id: ruleId, channel_id: channelId, project_id: projectId, step, ends_at: endsAt })
    .onConflict((same) =>
      same.columns(['rule_id', 'channel_id', 'project_id']).doUpdateSet({ step, ends_at: endsAt }),
    )
    .execute()
}

/** Finds the message of a rule to a channel that still collects. */
export async function findCollecting(trx: Transaction<Database>, flow: Flow): Promise<number | undefined> {
  return (await listCollectingOf(trx, flow))[0]?.id
}

const listCollectingOf = prepareQuery((db, { ruleId, channelId, projectId }: Flow) =>
  db
    .selectFrom('alert_message')
    .select('id')
    .where('rule_id', '=', ruleId)
    .where('channel_id', '=', channelId)
    .where('project_id', '=', projectId)
    .where('state', '=', 'collecting'),
)

export async function insertCollecting(trx: Transaction<Database>, message: NewCollecting): Promise<number> {
  const { key, projectId, ruleId, channelId, happening, title, createdAt, dueAt } = message
  const { id } = await trx
    .insertInto('alert_message')
    .values({
      ...{ message_key: key, project_id: projectId, rule_id: ruleId, channel_id: channelId },
      ...{ happening, title, state: 'collecting', created_at: createdAt, due_at: dueAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An issue is in a message once. */
export async function addItems(
  trx: Transaction<Database>,
  message_id: number,
  items: readonly { issueId: number; at: number }[],
): Promise<void> {
  if (items.length === 0) return
  await trx
    .insertInto('alert_item')
    .values(items.map(({ issueId, at }) => ({ message_id, issue_id: issueId, at })))
    .onConflict((same) => same.columns(['message_id', 'issue_id']).doNothing())
    .execute()
}

export async function isAnyCollected(db: Kysely<Database>, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('alert_message')
    .select('id')
    .where('state', '=', 'collecting')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those whose time is over, the oldest first. */
export function listCollected(db: Kysely<Database>, now: number, limit: number): Promise<Collecting[]> {
  return db
    .selectFrom('alert_message')
    .select(['id', 'message_key as key', 'channel_id as channelId', 'happening'])
    .select(({ ref }) => ref('rule_id').$notNull().as('ruleId')) // a test has no rule, and collects nothing
    .select(({ ref }) => ref('project_id').$notNull().as('projectId')) // what collects is of one project
    .select(['created_at as createdAt', 'due_at as dueAt'])
    .where('state', '=', 'collecting')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The messages to a channel since then that were sent or are to be; the end of an incident is none that anybody reads. */
export async function countSince(
  trx: Transaction<Database>,
  channelId: number,
  since: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom('alert_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channel_id', '=', channelId)
    .where('created_at', '>', since)
    .where('is_test', '=', 0)
    .where('happening', 'not in', ['resolved', 'acknowledged'])
    .where('content', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ends the collecting: with what it says, or with why nothing is sent. */
export async function endCollecting(
  trx: Transaction<Database>,
  id: number,
  end: { content: AlertMessage } | { state: MessageState; reason: string; now: number },
): Promise<void> {
  const values =
    'content' in end
      ? { state: 'waiting' as const, content: JSON.stringify(end.content), title: end.content.title }
      : { state: end.state, reason: end.reason, ended_at: end.now }
  await trx.updateTable('alert_message').set(values).where('id', '=', id).execute()
}
