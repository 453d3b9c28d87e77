import type { Kysely, Transaction } from 'kysely'
import type { ChannelAdapter } from '#server/alerts/channels/channel.ts'
import { compose } from '#server/alerts/compose/compose.ts'
import { type LatestEvents, readLatestEvents } from '#server/alerts/compose/latest-events.ts'
import { deliver } from '#server/alerts/sending/deliver.ts'
import type { AuditAction } from '#server/models/accounts/audit.ts'
import { CHANNEL_KINDS } from '#server/models/alerts/channels.ts'
import type { ChannelDetail, GivenChannel, ListedChannel } from '#server/models/alerts/deliveries.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import * as stored from '#server/store/alerts/channels.ts'
import { countWaiting, discardOfChannel } from '#server/store/alerts/messages.ts'
import { findNewest } from '#server/store/alerts/told-issues.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { AlertsContext } from './context.ts'
import type { AlertChannels } from './desk-alerts.ts'

const LONGEST_NAME = 80
const LONGEST_VALUE = 2_000
const GONE = 'it no longer exists'
const NO_MAIL = 'No mail server is set: set SMTP_URL and MAIL_FROM, and start the desk again'
const CHANGED = 'it was changed in the meantime. Look at it again'

export function createAlertChannels(context: AlertsContext): AlertChannels {
  const { store, whole, clock, by, publicUrl, newKey, delivering } = context
  const adapters = new Map<string, ChannelAdapter>(Object.entries(delivering?.adapters ?? {}))
  const record = (trx: Transaction<Database>, action: AuditAction, target: string, details = {}) =>
    recordAudit(trx, { ...by, at: clock(), action, target, details })

  /** Finds a channel that all have: those of accounts are their own. */
  async function findShared(db: Kysely<Database>, id: number): Promise<stored.ChannelRow | undefined> {
    const channel = Number.isSafeInteger(id) ? await stored.findChannel(db, id) : undefined
    return channel?.accountId === null ? channel : undefined
  }

  /** Runs `work` with a channel that exists, or refuses. */
  async function withChannel(
    verb: string,
    id: number,
    work: (trx: Transaction<Database>, channel: stored.ChannelRow) => Promise<Refusal | undefined>,
  ): Promise<{ name: string } | Refusal> {
    return whole.write(async (trx) => {
      const channel = await findShared(trx, id)
      if (channel === undefined) return { refusal: `Cannot ${verb} the channel: ${GONE}` }
      return (await work(trx, channel)) ?? { name: channel.name }
    })
  }

  async function list(): Promise<ListedChannel[]> {
    const [channels, counts] = await Promise.all([stored.listChannels(whole.db), countWaiting(store.db)])
    return channels.map((channel) => {
      const waiting = Number(counts.find(({ channelId }) => channelId === channel.id)?.waiting ?? 0)
      return toListed(channel, { label: adapters.get(channel.kind)?.label ?? channel.kind, waiting })
    })
  }

  return {
    list,
    async find(id) {
      const [channel, listed] = await Promise.all([findShared(whole.db, id), list()])
      const shown = listed.find((one) => one.id === id)
      return channel && shown && { ...shown, ...toDetail(channel, adapters.get(channel.kind)) }
    },
    listKinds: () =>
      CHANNEL_KINDS.flatMap((kind) => {
        const adapter = adapters.get(kind)
        if (adapter === undefined) return []
        const missing = kind === 'email' && delivering?.tools.mail === undefined ? NO_MAIL : undefined
        return [{ kind, label: adapter.label, fields: adapter.fields, missing }]
      }),
    async create(kind, given) {
      const known = CHANNEL_KINDS.find((one) => one === kind) // a browser is added by whoever has it
      const adapter = known && adapters.get(known)
      if (adapter === undefined) return { refusal: 'Cannot add the channel: choose its kind', field: 'kind' }
      const read = readChannel(given, adapter, {})
      if ('refusal' in read) return read
      return whole.write(async (trx) => {
        const now = { now: clock(), accountId: by.accountId }
        const id = await stored.insertChannel(trx, { kind: adapter.kind, ...read }, now)
        await record(trx, 'alert.channel.add', read.name, { kind })
        return { id, name: read.name }
      })
    },
    change: (id, given, version) =>
      withChannel('change', id, async (trx, channel) => {
        const adapter = adapters.get(channel.kind)
        if (adapter === undefined)
          return { refusal: 'Cannot change the channel: this version does not know its kind' }
        const read = readChannel(given, adapter, channel.settings)
        if ('refusal' in read) return read
        if (!(await stored.updateChannel(trx, id, read, version)))
          return { refusal: `Cannot change the channel: ${CHANGED}` }
        await record(trx, 'alert.channel.change', read.name)
        return undefined
      }),
    turn: (id, isEnabled) =>
      withChannel(isEnabled ? 'turn on' : 'turn off', id, async (trx, { name }) => {
        await stored.turnChannel(trx, id, isEnabled)
        await record(trx, isEnabled ? 'alert.channel.on' : 'alert.channel.off', name)
        return undefined
      }),
    delete: (id) =>
      withChannel('delete', id, async (trx, { name }) => {
        await discardOfChannel(trx, { channelId: id, now: clock(), reason: 'Its channel was deleted' })
        await stored.deleteChannel(trx, id)
        await record(trx, 'alert.channel.remove', name)
        return undefined
      }),
    async test(id) {
      const channel = await findShared(whole.db, id)
      if (channel === undefined) return { refusal: `Cannot send a test: ${GONE}` }
      if (delivering === undefined) return { refusal: 'Cannot send a test: this desk sends nothing' }
      const newest = await findNewest(store.db)
      if (newest === undefined)
        return { refusal: 'Cannot send a test: there is no issue yet that it could be about' }
      const told = { happening: 'new', urgency: 'normal', rule: undefined, count: 1, isTest: true } as const
      const latest: LatestEvents = new Map()
      await readLatestEvents(store.db, [newest.id], { known: latest, publicUrl })
      const message = compose({ ...told, key: newKey(), issues: [newest], latest, at: clock() }, publicUrl)
      return deliver(channel, message, delivering)
    },
  }
}

function readChannel(
  given: GivenChannel,
  adapter: ChannelAdapter,
  saved: Readonly<Record<string, string>>,
): { name: string; settings: Record<string, string> } | Refusal {
  const name = given.name.trim()
  if (name === '' || name.length > LONGEST_NAME)
    return {
      refusal: `Cannot save the channel: its name must have 1 to ${LONGEST_NAME} characters`,
      field: 'name',
    }
  const settings: Record<string, string> = {}
  for (const field of adapter.fields) {
    const typed = (given.values[field.name] ?? '').trim()
    const value = typed === '' && field.isSecret ? (saved[field.name] ?? '') : typed
    if (value.length > LONGEST_VALUE)
      return { refusal: `Cannot save the channel: "${field.label}" is too long`, field: field.name }
    if (value === '' && field.isRequired)
      return { refusal: `Cannot save the channel: "${field.label}" is missing`, field: field.name }
    settings[field.name] = value
  }
  return adapter.check(settings) ?? { name, settings }
}

function toListed(
  channel: stored.ChannelRow,
  { label, waiting }: { label: string; waiting: number },
): ListedChannel {
  const { id, name, kind, isEnabled, createdAt, failures, pausedUntil, deliveredAt } = channel
  return {
    ...{ id, name, kind, isEnabled, createdAt, failures, pausedUntil, waiting },
    ...{ kindLabel: label, lastDeliveredAt: deliveredAt },
  }
}

function toDetail(
  { settings, version }: stored.ChannelRow,
  adapter: ChannelAdapter | undefined,
): Pick<ChannelDetail, 'fields' | 'values' | 'secretsSet' | 'version'> {
  const fields = adapter?.fields ?? []
  const shown = fields.filter(({ isSecret }) => !isSecret)
  return {
    fields,
    version,
    values: Object.fromEntries(shown.map(({ name }) => [name, settings[name] ?? ''])),
    secretsSet: fields.flatMap(({ name, isSecret }) => (isSecret && settings[name] ? [name] : [])),
  }
}
