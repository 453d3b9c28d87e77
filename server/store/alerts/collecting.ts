import type { Kysely, Transaction } from 'kysely'
import type { MessageState } from '#server/models/alerts/deliveries.ts'
import type { Happening } from '#server/models/alerts/happenings.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { inParts } from '#server/store/rows/in-parts.ts'
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

interface Window {
  step: number
  /** Milliseconds since the epoch. */
  endsAt: number
}

/** The key of a flow in maps. */
export function keyOfFlow({ ruleId, channelId, projectId }: Flow): string {
  return `${ruleId} ${channelId} ${projectId}`
}

/** Finds the windows of these flows, by their keys. */
export async function findWindows(
  trx: Transaction<Database>,
  flows: readonly Flow[],
): Promise<Map<string, Window>> {
  const windows = new Map<string, Window>()
  for (const { projectId, ruleIds, channelIds } of byProject(flows)) {
    const rows = await trx
      .selectFrom('alert_window')
      .select(['rule_id as ruleId', 'channel_id as channelId', 'step', 'ends_at as endsAt'])
      .where('rule_id', 'in', ruleIds)
      .where('channel_id', 'in', channelIds)
      .where('project_id', '=', projectId)
      .execute()
    for (const { ruleId, channelId, step, endsAt } of rows)
      windows.set(keyOfFlow({ ruleId, channelId, projectId }), { step, endsAt })
  }
  return windows
}

/** Asked project by project, rules and channels span few flows that nobody asks for. */
function byProject(flows: readonly Flow[]) {
  return [...Map.groupBy(flows, ({ projectId }) => projectId)].map(([projectId, some]) => ({
    projectId,
    ruleIds: [...new Set(some.map(({ ruleId }) => ruleId))],
    channelIds: [...new Set(some.map(({ channelId }) => channelId))],
  }))
}

export async function saveWindows(
  trx: Transaction<Database>,
  windows: readonly (Flow & Window)[],
): Promise<void> {
  const rows = windows.map(({ ruleId, channelId, projectId, step, endsAt }) => ({
    ...{ rule_id: ruleId, channel_id: channelId, project_id: projectId, step, ends_at: endsAt },
  }))
  for (const part of inParts(rows))
    await trx
      .insertInto('alert_window')
      .values(part)
      .onConflict((same) =>
        same.columns(['rule_id', 'channel_id', 'project_id']).doUpdateSet(({ ref }) => ({
          step: ref('excluded.step'),
          ends_at: ref('excluded.ends_at'),
        })),
      )
      .execute()
}

/** Finds the messages of these flows that still collect, by the keys of the flows. */
export async function findCollecting(
  trx: Transaction<Database>,
  flows: readonly Flow[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { projectId, ruleIds, channelIds } of byProject(flows)) {
    const rows = await trx
      .selectFrom('alert_message')
      .select(['id', 'channel_id as channelId'])
      .select(({ ref }) => ref('rule_id').$notNull().as('ruleId')) // it is asked for
      .where('rule_id', 'in', ruleIds)
      .where('channel_id', 'in', channelIds)
      .where('project_id', '=', projectId)
      .where('state', '=', 'collecting')
      .where('due_at', '>=', 0) // all are: so SQLite walks those that collect, and not all of the project
      .execute()
    for (const { id, ruleId, channelId } of rows) found.set(keyOfFlow({ ruleId, channelId, projectId }), id)
  }
  return found
}

/** Returns the ids of the messages, in the same order. */
export async function insertCollecting(
  trx: Transaction<Database>,
  messages: readonly NewCollecting[],
): Promise<number[]> {
  const rows = messages.map(({ key, projectId, ruleId, channelId, happening, title, createdAt, dueAt }) => ({
    ...{ message_key: key, project_id: projectId, rule_id: ruleId, channel_id: channelId },
    ...{ happening, title, state: 'collecting' as const, created_at: createdAt, due_at: dueAt },
  }))
  const ids = new Map<string, number>()
  for (const part of inParts(rows)) {
    const inserted = await trx
      .insertInto('alert_message')
      .values(part)
      .returning(['id', 'message_key'])
      .execute()
    for (const { id, message_key } of inserted) ids.set(message_key, id)
  }
  return messages.flatMap(({ key }) => ids.get(key) ?? [])
}

/** An issue is in a message once. */
export async function addItems(
  trx: Transaction<Database>,
  items: readonly { messageId: number; issueId: number; at: number }[],
): Promise<void> {
  const rows = items.map(({ messageId, issueId, at }) => ({ message_id: messageId, issue_id: issueId, at }))
  for (const part of inParts(rows))
    await trx
      .insertInto('alert_item')
      .values(part)
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
