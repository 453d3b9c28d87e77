import type { Kysely, Transaction } from 'kysely'
import type { DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** A message that this process sends now: no other one may, until the lease ends. */
export interface LeasedMessage {
  id: number
  channelId: number
  /** Null for a message to an account about several projects. */
  projectId: number | null
  /** The same at each try. */
  content: AlertMessage
  /** This try included. */
  attempts: number
}

/** Messages that are due, of channels that are on and not paused. */
function selectDue(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('alert_message')
    .innerJoin('alert_channel', 'alert_channel.id', 'alert_message.channel_id')
    .where('alert_message.state', '=', 'waiting')
    .where('alert_message.due_at', '<=', now)
    .where((eb) =>
      eb.or([eb('alert_message.leased_until', 'is', null), eb('alert_message.leased_until', '<=', now)]),
    )
    .where((eb) =>
      eb.and([
        eb('alert_channel.is_enabled', '=', 1),
        eb.or([eb('alert_channel.paused_until', 'is', null), eb('alert_channel.paused_until', '<=', now)]),
      ]),
    )
}

export async function isAnyToSend(db: Kysely<Database>, now: number): Promise<boolean> {
  return (await selectDue(db, now).select('alert_message.id').limit(1).executeTakeFirst()) !== undefined
}

/** Takes some that are due; of a channel that fails, one. */
export async function leaseMessages(
  trx: Transaction<Database>,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<LeasedMessage[]> {
  const due = await selectDue(trx, now)
    .select(['alert_message.id', 'alert_message.channel_id as channelId', 'alert_message.attempts'])
    .select(['alert_message.content', 'alert_channel.failures', 'alert_message.project_id as projectId'])
    .orderBy('alert_message.due_at')
    .orderBy('alert_message.id')
    .limit(limit)
    .execute()
  const probed = new Set<number>()
  const taken = due.filter(({ channelId, failures }) => {
    const isProbe = failures > 0
    if (isProbe && probed.has(channelId)) return false
    if (isProbe) probed.add(channelId)
    return true
  })
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  await trx
    .updateTable('alert_message')
    .set(({ eb }) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  return taken.map(({ id, channelId, projectId, attempts, content }) => ({
    ...{ id, channelId, projectId, attempts: attempts + 1 },
    content: JSON.parse(content ?? 'null') as AlertMessage, // written by endCollecting
  }))
}

export interface NewTry {
  messageId: number
  at: number
  durationMs: number
  answer: DeliveryAnswer
}

export async function insertTry(
  trx: Transaction<Database>,
  { messageId, at, durationMs, answer }: NewTry,
): Promise<void> {
  const { state, status = null, reason = null, request, response } = answer
  await trx
    .insertInto('delivery_try')
    .values({ message_id: messageId, at, duration_ms: durationMs, state, status, reason, request, response })
    .execute()
}

/** What becomes of a message after a try. */
export async function endLease(
  trx: Transaction<Database>,
  id: number,
  end:
    | { state: 'waiting'; dueAt: number; reason: string | null }
    | { state: 'delivered' | 'undelivered' | 'discarded'; now: number; reason: string | null },
): Promise<void> {
  const { state, reason } = end
  const when = end.state === 'waiting' ? { due_at: end.dueAt } : { ended_at: end.now }
  await trx
    .updateTable('alert_message')
    .set({ state, reason, leased_until: null, ...when })
    .where('id', '=', id)
    .where('state', '=', 'waiting') // somebody may have discarded it meanwhile
    .execute()
}
