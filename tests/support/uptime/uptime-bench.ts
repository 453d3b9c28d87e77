import { onTestFinished } from 'vitest'
import { closeSlice } from '#server/alerts/decide/close.ts'
import { createDesk } from '#server/desk/create-desk.ts'
import type { Desk } from '#server/desk/desk.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { CheckAnswer, GivenCheck } from '#server/models/uptime/checks.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { isAnyCollected } from '#server/store/alerts/collecting.ts'
import type { Store } from '#server/store/engine/store.ts'
import { insertProject } from '#server/store/projects/projects.ts'
import { createRunner, type Runner } from '#server/uptime/run/run-checks.ts'
import { openEitherEventStore } from '#tests/support/fill/either-event-store.ts'
import { seededRandom } from '#tests/support/fill/seeded-random.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { UP } from './uptime-answers.ts'

export const STARTED = Date.UTC(2026, 10, 25, 9)

const GIVEN: GivenCheck = {
  ...{ name: 'Shop', project: 'shop', url: 'https://shop.example/', method: 'GET', everyMinutes: '1' },
  ...{ timeoutSeconds: '10', expects: '2xx', contains: '', lacks: '', headers: '', body: '' },
  forgetsHeaders: false,
}

export interface UptimeBench {
  store: Store
  desk: Desk
  projectId: number
  /** What is answered from now on; it may wait. */
  answer: (url: string) => CheckAnswer | Promise<CheckAnswer>
  /** The addresses that were asked, in order. */
  asked: string[]
  now(): number
  /** Stores an error of the project now. */
  sendError(): Promise<void>
  /** The messages to channels that were sent, or are to be, the oldest first. */
  listMessages(): Promise<{ title: string; content: AlertMessage }[]>
  addChannel(name: string): Promise<number>
  /** Moves the clock without asking anything, as while the desk is down. */
  skip(durationMs: number): void
  /** Lets time pass, and what is due be asked. */
  pass(durationMs: number, stepMs?: number): Promise<void>
  /** Another process on the same store. */
  openRunner(stop?: AbortSignal): Runner
  addCheck(given?: Partial<GivenCheck>): Promise<number>
}

/** A store of this engine with the project `shop`, and a runner whose answers a test holds. */
export async function openUptimeBench(engine: Engine): Promise<UptimeBench> {
  let now = STARTED
  let errors = 0
  let keys = 0
  const clock = () => now
  const opened = await openEitherEventStore(engine, clock)
  onTestFinished(() => opened.close())
  const { store } = opened
  const account = { email: 'owner@example.com', passwordHash: '-', role: 'owner', createdAt: now } as const
  await store.write((trx) => insertAccount(trx, account))
  const project = { slug: 'shop', name: 'Shop', publicKey: 'shop'.repeat(8), now }
  const { id: projectId } = await store.write((trx) => insertProject(trx, project))
  const viewer = { id: 1, email: account.email, role: account.role }
  const bench = { answer: (_url: string): CheckAnswer | Promise<CheckAnswer> => UP }
  const asked: string[] = []
  const probe = async ({ url }: { url: string }) => {
    asked.push(url)
    return bench.answer(url)
  }
  const random = seededRandom(1) // where in its interval each check is asked
  const desk = createDesk({
    ...{ store, sees: 'all', viewer, publicUrl: 'https://desk.example', clock, random, probe },
  })
  const failed = (thrown: unknown) => {
    throw thrown
  }
  const openRunner = (stop = new AbortController().signal) =>
    createRunner({
      ...{ store, clock, probe, onFailure: failed, stop, publicUrl: 'https://desk.example' },
      newKey: () => (++keys).toString(16).padStart(32, '0'),
    })
  const runner = openRunner()
  return Object.assign(bench, {
    ...{ store, desk, projectId, asked, openRunner, now: clock },
    async sendError() {
      const exception = { values: [{ type: 'ShopError', value: 'no price' }] }
      const event = { event_id: (++errors).toString(16).padStart(32, '0'), exception, timestamp: now / 1_000 }
      await opened.send(event, { projectId, keyId: projectId })
    },
    async listMessages() {
      const rows = await store.db
        .selectFrom('alert_message')
        .select(['title', 'content'])
        .where('content', 'is not', null)
        .orderBy('id')
        .execute()
      return rows.map(({ title, content }) => ({
        title,
        content: JSON.parse(content ?? 'null') as AlertMessage,
      })) // as stored
    },
    async addChannel(name: string) {
      const channel = { kind: 'webhook', name, settings: {} } as const
      return store.write((trx) => insertChannel(trx, channel, { now, accountId: null }))
    },
    skip(durationMs: number) {
      now += durationMs
    },
    async pass(durationMs: number, stepMs = 1_000) {
      for (const end = now + durationMs; now < end; ) {
        now += stepMs
        await runner.begin()
        await runner.settle()
        if (await isAnyCollected(store.db, now))
          await store.write((trx) =>
            closeSlice(trx, { now, publicUrl: 'https://desk.example', latest: new Map() }),
          )
      }
    },
    async addCheck(given: Partial<GivenCheck> = {}) {
      const created = await desk.uptime.create({ ...GIVEN, ...given })
      if ('refusal' in created) throw new Error(created.refusal)
      return created.id
    },
  })
}
