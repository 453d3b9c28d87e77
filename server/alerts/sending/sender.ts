import type { Transaction } from 'kysely'
import { effectOn, isOutdated, noteEnded, noteOpened } from '#server/alerts/incidents/note-told.ts'
import { type Addressed, addressToAccount } from '#server/alerts/people/address.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { type ChannelRow, findChannel, noteDelivery } from '#server/store/alerts/channels.ts'
import {
  endLease,
  insertTry,
  isAnyToSend,
  type LeasedMessage,
  leaseMessages,
} from '#server/store/alerts/sending.ts'
import type { Store } from '#server/store/engine/store.ts'
import { removeBrowser } from '#server/store/notifications/push-browsers.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { type Delivering, deliver } from './deliver.ts'
import { healthAfter, pauseAfter } from './retry.ts'
import { type LinkOptions, withLinks } from './with-links.ts'

export interface SenderOptions extends Delivering {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Gives 0 to 1. */
  random: () => number
  /** With what links that acknowledge issues are made; without it, messages have none. */
  links?: (() => Promise<LinkOptions>) | undefined
  /** Hears of each try. */
  onTry?: (state: 'delivered' | 'later' | 'refused') => void
}

const AT_ONCE = 8
/** Longer than any try takes: whoever has not told the end by then is gone, and another process sends it again. */
const LEASE_MS = MINUTE_MS

/**
 * Sends messages that are due, each by one process at a time. Between a receiver's answer and our commit a crash makes a
 * message be sent again: with the same key.
 */
export async function sendSlice(options: SenderOptions): Promise<boolean> {
  const { store, clock } = options
  const now = clock()
  if (!(await isAnyToSend(store.db, now))) return false
  const until = now + LEASE_MS
  const taken = await store.writeInTurn((trx) => leaseMessages(trx, { now, until, limit: AT_ONCE }), 'alerts')
  await Promise.all(taken.map((message) => sendOne(message, options)))
  return taken.length > 0
}

async function sendOne(message: LeasedMessage, options: SenderOptions): Promise<void> {
  const { store, clock, random, onTry } = options
  const channel = await findChannel(store.db, message.channelId)
  if (channel === undefined) return
  const at = clock()
  const addressed = await address(store, channel, { message, now: at })
  if ('ended' in addressed) {
    const end = { state: 'discarded' as const, now: at, reason: addressed.ended }
    await store.writeInTurn(async (trx) => {
      await endLease(trx, message.id, end)
      if (message.content.happening === 'resolved') await noteOpened(trx, message) // its incident stays open
    }, 'alerts')
    return
  }
  const ways = await withUnsubscribing(channel, addressed.content, options)
  const links = await options.links?.()
  const content = links ? withLinks({ id: message.id, content: addressed.content }, links) : addressed.content
  const { durationMs, ...answer } = await deliver(addressed.channel, content, ways)
  const { reason = null } = answer
  const pause = answer.state === 'later' ? pauseAfter(message.attempts, answer, random) : undefined
  await store.writeInTurn(async (trx) => {
    const now = clock()
    await insertTry(trx, { messageId: message.id, at, durationMs, answer })
    if (pause !== undefined) await endLease(trx, message.id, { state: 'waiting', dueAt: now + pause, reason })
    else await endLease(trx, message.id, { state: endOf(answer.state), now, reason })
    const { state } = answer
    const effect = effectOn(channel, content, options.adapters[channel.kind])
    if (state === 'delivered' && effect === 'opens') await noteOpened(trx, message)
    if (state === 'delivered' && effect === 'ends') await noteEnded(trx, message)
    const current: ChannelRow | undefined = await findChannel(trx, channel.id)
    if (current?.version === channel.version)
      await noteDelivery(trx, channel.id, healthAfter(current.failures, answer, now))
    if (answer.isGone && channel.accountId !== null) await forgetReceiver(trx, channel, { now, reason })
  }, 'alerts')
  onTry?.(answer.state)
}

/** What goes to an account is looked at once more: it may have lost the project, or changed its address. */
async function address(
  { db }: Store,
  channel: ChannelRow,
  { message: { content }, now }: { message: LeasedMessage; now: number },
): Promise<Addressed | { ended: string }> {
  const { accountId } = channel
  if (await isOutdated(db, content, now)) return { ended: 'It is no longer so' }
  return accountId === null ? { channel, content } : addressToAccount(db, { ...channel, accountId }, content)
}

/** A mail to an account has a link by which the account ends such mails. */
async function withUnsubscribing(
  { accountId, kind }: ChannelRow,
  { to }: AlertMessage,
  options: SenderOptions,
): Promise<Delivering> {
  const { unsubscribeUrl, tools } = options
  if (accountId === null || to === undefined || kind !== 'email' || !unsubscribeUrl) return options
  const url = await unsubscribeUrl(accountId, to)
  return { ...options, tools: { ...tools, unsubscribeUrl: () => url } }
}

/** A browser that its service no longer knows is never notified again: the log of messages says why. */
async function forgetReceiver(
  trx: Transaction<Database>,
  { id, name }: ChannelRow,
  { now, reason }: { now: number; reason: string | null },
): Promise<void> {
  await removeBrowser(trx, id, { now, reason: `${reason ?? ''} ${name} was removed.`.trim() })
}

function endOf(state: 'delivered' | 'later' | 'refused'): 'delivered' | 'undelivered' {
  return state === 'delivered' ? 'delivered' : 'undelivered'
}
