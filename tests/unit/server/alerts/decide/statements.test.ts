import { describe, expect, it, onTestFinished } from 'vitest'
import { decideSlice } from '#server/alerts/decide/decide.ts'
import { insertChannel } from '#server/store/alerts/channels.ts'
import { insertRule } from '#server/store/alerts/rules.ts'
import { openStore } from '#server/store/open-store.ts'
import { anError, STARTED } from '#tests/support/alerts/alerts-bench.ts'
import { openPlace } from '#tests/support/kills/alert-receiver.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { envelopeOf } from '#tests/support/store/event-store.ts'

const DAY_MS = 86_400_000
const AT = { now: STARTED, accountId: null }

describe.each(ENGINES)('the statements of deciding who hears of issues, on %s', (engine) => {
  async function open() {
    const desk = await openPlace(engine)
    onTestFinished(() => desk.close())
    const { store, place } = desk
    await store.write(async (trx) => {
      await trx.deleteFrom('alert_rule').execute()
      await insertChannel(
        trx,
        { kind: 'webhook', name: 'Hook', settings: { url: 'https://hooks.example' } },
        AT,
      )
    })
    const statements: string[] = []
    const observed = await openStore({ place, onQuery: (sql) => statements.push(sql) })
    onTestFinished(() => observed.close())
    let [issues, keys, now] = [0, 0, STARTED]
    const newKey = () => (++keys).toString(16).padStart(32, '0')
    return {
      store,
      async addRules(count: number) {
        const rule = { happening: 'new', projectId: 1, subjectId: null, search: 'level:error' } as const
        const loud = { threshold: null, urgency: 'normal', coolDownMinutes: 60, channelIds: null } as const
        await store.write(async (trx) => {
          for (let number = 0; number < count; number++)
            await insertRule(trx, { ...rule, ...loud, name: `Rule ${number}` }, AT)
        })
      },
      /** Gives the statements that decide about three new issues, a day after those before. */
      async decide(): Promise<string[]> {
        now += DAY_MS
        const bodies = [1, 2, 3].map(() => envelopeOf(anError(++issues)))
        const envelopes = bodies.map((body) => ({ projectId: 1, keyId: 1, receivedAt: now, body }))
        await desk.writeBatch(envelopes, [])
        if ('fold' in desk) await desk.fold()
        statements.length = 0
        await observed.writeInTurn((trx) => decideSlice(trx, { now: now + DAY_MS, newKey }), 'alerts')
        return statements.slice()
      },
      count: async (table: 'alert_message' | 'alert_item' | 'issue_activity' | 'alert_told') =>
        Number(
          (
            await store.db
              .selectFrom(table)
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .executeTakeFirstOrThrow()
          ).count,
        ),
    }
  }

  it('are as many with fifty rules that match as with one', async () => {
    const { addRules, decide, count } = await open()
    await addRules(1)
    const ofOne = await decide()
    expect(await count('alert_item')).toBe(3)
    await addRules(49)
    const ofFifty = await decide()
    expect(await count('alert_item')).toBe(3 + 50 * 3)
    expect(await count('alert_told')).toBe(3 + 50 * 3)
    expect(ofFifty.map(wordsOf)).toEqual(ofOne.map(wordsOf))
    expect(ofOne.length).toBeLessThan(25)
  })
})

/** A statement without its values, of which there are as many as rows. */
function wordsOf(sql: string): string {
  return sql.replace(/[(),?\s]|\$\d+/g, ' ').replace(/ +/g, ' ')
}
