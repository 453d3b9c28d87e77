import { onTestFinished } from 'vitest'
import { unsubscribePath } from '#renderer/paths.ts'
import { readLinkKey } from '#server/accounts/links/acknowledge-links.ts'
import { makeMailLink } from '#server/accounts/mail-links/mail-links.ts'
import { type Random, systemRandom } from '#server/accounts/secrets.ts'
import type {
  ChannelAdapter,
  ChannelTools,
  OutgoingAnswer,
  OutgoingMail,
} from '#server/alerts/channels/channel.ts'
import { email } from '#server/alerts/channels/email.ts'
import { pagerduty } from '#server/alerts/channels/pagerduty.ts'
import { openPush } from '#server/alerts/channels/push/open-push.ts'
import { push } from '#server/alerts/channels/push/push.ts'
import type { Delivering } from '#server/alerts/sending/deliver.ts'
import { createRun } from '#server/alerts/start-alerts.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import type { Desk } from '#server/desk/desk.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import type { DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type { AlertMessage, AlertRecipient } from '#server/models/alerts/messages.ts'
import type { GivenRule } from '#server/models/alerts/rules.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { openEitherEventStore } from '#tests/support/fill/either-event-store.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'

export const STARTED = Date.UTC(2026, 10, 25, 9)
const PUBLIC_URL = 'https://desk.example'

export const DELIVERED: DeliveryAnswer = {
  ...{ state: 'delivered', status: 200, reason: undefined, retryAfterMs: undefined },
  ...{ request: 'POST https://hooks.example', response: 'ok' },
}

export interface AlertsBench {
  store: Store
  desk: Desk
  /** What its messages are sent with. */
  delivering: Delivering
  /** What the receiver got, in order. */
  received: AlertMessage[]
  /** The mails that were sent, in order: only with `hasMail`. */
  mails: OutgoingMail[]
  answerMail: (mail: OutgoingMail) => OutgoingAnswer
  /** What it answers from now on. */
  answer: (message: AlertMessage) => DeliveryAnswer
  /** Stores an event of the project `shop` now. */
  send(event?: Record<string, unknown>): Promise<void>
  /** Stores events of the project `shop` now, as one batch of the writer. */
  sendAll(events: readonly Record<string, unknown>[]): Promise<void>
  /** Lets time pass, and what is due be decided and sent, second by second or in larger steps. */
  pass(durationMs: number, stepMs?: number): Promise<void>
  /** Moves the clock, and nothing is decided meanwhile. */
  skip(durationMs: number): void
  now(): number
  /** Adds a channel with our receiver behind it, and gives its id. */
  addChannel(name: string): Promise<number>
  close(): Promise<void>
}

const requestNothing: ChannelTools['request'] = () => Promise.reject(new Error('nothing is requested here'))

export interface AlertsOptions {
  started?: number
  hasMail?: boolean
  request?: ChannelTools['request']
  readFreeBytes?: () => Promise<number>
}

/** A store of this engine with a project, whose alerts reach a receiver that a test holds. */
export async function openAlerts(
  engine: Engine,
  { started = STARTED, hasMail = false, request = requestNothing, readFreeBytes }: AlertsOptions = {},
): Promise<AlertsBench> {
  let now = started
  let keys = 0
  const clock = () => now
  const opened = await openEitherEventStore(engine, clock)
  onTestFinished(() => opened.close())
  const { store } = opened
  const received: AlertMessage[] = []
  const mails: OutgoingMail[] = []
  const mail = async (sent: OutgoingMail): Promise<OutgoingAnswer> => {
    mails.push(sent)
    return bench.answerMail(sent)
  }
  const bench = {
    answer: (_message: AlertMessage) => DELIVERED,
    answerMail: (_mail: OutgoingMail): OutgoingAnswer => ({ status: 250, headers: {}, body: 'queued' }),
  }
  const receiver: ChannelAdapter = {
    ...{ kind: 'webhook', label: 'Webhook' },
    fields: [
      { name: 'url', label: 'Address', hint: '', isSecret: false, isRequired: true, placeholder: '' },
      { name: 'secret', label: 'Secret', hint: '', isSecret: true, isRequired: false, placeholder: '' },
    ],
    check: ({ url = '' }) =>
      url.startsWith('https://')
        ? undefined
        : { refusal: 'Cannot save the channel: its address must begin with https://', field: 'url' },
    async send(_settings, message) {
      received.push(message)
      return bench.answer(message)
    },
  }
  const adapters = { webhook: receiver, pagerduty, push, ...(hasMail ? { email } : {}) }
  const tools = {
    request,
    mail: hasMail ? mail : undefined,
    push: openPush(store, { publicUrl: PUBLIC_URL, mailFrom: undefined, allowsPrivate: true }),
    now: clock,
  }
  const onFailure = (thrown: unknown) => {
    throw thrown
  }
  const delivering: Delivering = { adapters, tools, stopwatch: () => 0, onFailure }
  const newKey = () => (++keys).toString(16).padStart(32, '0')
  const random: Random = (sizeBytes) => new Uint8Array(sizeBytes).fill(7)
  const unsubscribeUrl = async (accountId: number, { reason, issueId }: AlertRecipient) =>
    PUBLIC_URL + unsubscribePath(await makeMailLink(store, { accountId, reason, issueId }, random))
  const links = async () => ({ publicUrl: PUBLIC_URL, key: await readLinkKey(store, systemRandom) })
  const run = createRun({
    ...{ ...delivering, store, clock, links, newKey, unsubscribeUrl },
    ...{ random: () => 0.5, publicUrl: PUBLIC_URL, readFreeBytes },
  })
  const address = 'owner@example.com'
  const id =
    (await store.write((trx) =>
      insertAccount(trx, { email: address, role: 'owner', passwordHash: '', createdAt: 0 }),
    )) ?? 0
  const viewer = { id, email: address, role: 'owner' as const }
  const by = toActor(viewer, '192.0.2.1')
  const desk = createDesk({ store, sees: 'all', viewer, by, publicUrl: PUBLIC_URL, clock, delivering })
  await desk.projects.create('Shop')
  const sender = await findSender(store)
  let events = 0
  return Object.assign(bench, {
    store,
    desk,
    delivering,
    received,
    mails,
    now: clock,
    send: (event: Record<string, unknown> = {}) =>
      opened.send({ ...anError(++events), timestamp: now / 1000, ...event }, sender),
    sendAll: (all: readonly Record<string, unknown>[]) =>
      opened.sendAll(
        all.map((event) => ({ timestamp: now / 1000, ...event })),
        sender,
      ),
    skip(durationMs: number) {
      now += durationMs
    },
    async pass(durationMs: number, stepMs = 1_000) {
      const end = now + durationMs
      for (;;) {
        while (await run());
        if (now >= end) return
        now = Math.min(end, now + stepMs)
      }
    },
    async addChannel(name: string) {
      const made = await desk.alerts.channels.create('webhook', {
        name,
        values: { url: 'https://hooks.example', secret: 'shh' },
      })
      if ('refusal' in made) throw new Error(made.refusal)
      return made.id
    },
    close: opened.close,
  })
}

async function findSender({ db }: Store) {
  return db
    .selectFrom('project_key')
    .innerJoin('project', 'project.id', 'project_key.project_id')
    .select(['project.id as projectId', 'project_key.id as keyId'])
    .where('project.slug', '=', 'shop')
    .executeTakeFirstOrThrow()
}

/** An error of its own issue: each place throws another one. */
export function anError(number: number, type = 'TypeError') {
  return {
    event_id: number.toString(16).padStart(32, '0'),
    level: 'error',
    platform: 'node',
    environment: 'production',
    release: 'shop@2.5.1',
    exception: {
      values: [
        {
          type,
          value: `cart is empty`,
          stacktrace: {
            frames: [
              { function: `load${number}`, filename: `/srv/cart-${number}.js`, lineno: 1, in_app: true },
            ],
          },
        },
      ],
    },
  }
}

/** A rule as its form sends it. */
export function aRule(changes: Partial<GivenRule> = {}): GivenRule {
  return {
    ...{ name: 'Mine', happening: 'new', project: 'shop', search: '', count: '', minutes: '' },
    ...{ urgency: 'normal', coolDownMinutes: '0', channels: [], isForEveryChannel: true },
    ...changes,
  }
}
