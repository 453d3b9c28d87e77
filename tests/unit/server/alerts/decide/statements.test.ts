import { describe, expect, it, onTestFinished } from 'vitest'
import { closeSlice, readAhead } from '#server/alerts/decide/close.ts'
import { decideSlice } from '#server/alerts/decide/decide.ts'
import { lookAtCounts } from '#server/alerts/decide/look.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertRule, type NewRule } from '#server/store/alerts/rules.ts'
import { openStore } from '#server/store/open-store.ts'
import { anError, STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { openPlace } from '#tests/support/kills/alert-receiver.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { envelopeOf } from '#tests/support/store/event-store.ts'

const DAY_MS = 86_400_000
const AT = { now: STARTED, accountId: null }
const ISSUES = 3
/** So many messages are made in one transaction. */
const CLOSED_AT_ONCE = 20
const PUBLIC_URL = 'https://desk.example'

const RULE: NewRule = {
  ...{ name: 'Mine', happening: 'new', projectId: 1, subjectId: null, search: 'level:error' },
  ...{ threshold: null, urgency: 'normal', coolDownMinutes: 60, channelIds: null },
}

async function open(engine: (typeof ENGINES)[number]) {
  const desk = await openPlace(engine)
  onTestFinished(() => desk.close())
  const { store, place } = desk
  await store.write(async (trx) => {
    await trx.deleteFrom('alert_rule').execute()
    const settings = { url: 'https://hooks.example' }
    await insertChannel(trx, { kind: 'webhook', name: 'Hook', settings }, AT)
  })
  const statements: string[] = []
  const observed = await openStore({ place, onQuery: (sql) => statements.push(sql) })
  onTestFinished(() => observed.close())
  let [issues, keys, now] = [0, 0, STARTED]
  const newKey = () => (++keys).toString(16).padStart(32, '0')
  const observe = async (work: () => Promise<unknown>) => {
    statements.length = 0
    await work()
    return statements.map(wordsOf).toSorted() // some are asked at the same time
  }
  return {
    addRules: (count: number, changes: Partial<NewRule> = {}) =>
      store.write(async (trx) => {
        for (let number = 0; number < count; number++) await insertRule(trx, { ...RULE, ...changes }, AT)
      }),
    /** Stores new issues, a day after those before. */
    async send() {
      now += DAY_MS
      const bodies = Array.from({ length: ISSUES }, () => {
        const event = { ...anError(++issues), timestamp: now / 1_000 }
        return envelopeOf(event)
      })
      await desk.writeBatch(
        bodies.map((body) => ({ projectId: 1, keyId: 1, receivedAt: now, body })),
        [],
      )
      if ('fold' in desk) await desk.fold()
    },
    decide: () =>
      observe(() => observed.writeInTurn((trx) => decideSlice(trx, { now: now + 60_000, newKey }), 'alerts')),
    look: () => observe(() => lookAtCounts(observed, { now, newKey })),
    close: () =>
      observe(async () => {
        for (let hasMore = true; hasMore; ) {
          const moment = { now: now + 60_000, publicUrl: PUBLIC_URL }
          const latest = await readAhead(observed.db, moment)
          hasMore = await observed.writeInTurn((trx) => closeSlice(trx, { ...moment, latest }), 'alerts')
        }
      }),
    async count(table: 'alert_message' | 'alert_item' | 'alert_told') {
      const counted = store.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
      return Number((await counted.executeTakeFirstOrThrow()).count)
    },
  }
}

/** A statement without its values, of which there are as many as rows. */
function wordsOf(sql: string): string {
  return sql.replace(/[(),?\s]|\$\d+/g, ' ').replace(/ +/g, ' ')
}

describe.each(ENGINES)('the statements of alerts, on %s', (engine) => {
  it('that decide about new issues are as many with fifty rules that match as with one', async () => {
    const { addRules, send, decide, close, count } = await open(engine)
    await addRules(1)
    await send()
    const ofOne = await decide()
    expect(ofOne.length).toBeLessThan(25)
    expect(await count('alert_item')).toBe(ISSUES)
    const closingOne = await close()
    await addRules(49)
    await send()
    expect(await decide()).toEqual(ofOne)
    expect(await count('alert_item')).toBe(ISSUES + 50 * ISSUES)
    expect(await count('alert_told')).toBe(ISSUES + 50 * ISSUES)

    // What a message says is stored by a statement of its own, and each slice reads what its messages share.
    const slices = Math.ceil(50 / CLOSED_AT_ONCE)
    const closingFifty = await close()
    expect(await count('alert_message')).toBe(1 + 50)
    expect(closingFifty.length).toBeLessThanOrEqual(slices * (closingOne.length - 1) + 50)
  })

  it('that look at counts are as many with fifty rules that count as with one', async () => {
    const { addRules, send, look, count } = await open(engine)
    const counting = { happening: 'events', threshold: { count: 1, minutes: 60 } } as const
    await addRules(1, counting)
    await send()
    const ofOne = await look()
    expect(await count('alert_item')).toBe(ISSUES)
    await addRules(49, counting)
    await send()
    expect(await look()).toEqual(ofOne)
    expect(await count('alert_told')).toBe(ISSUES + 50 * ISSUES)
  })
})
