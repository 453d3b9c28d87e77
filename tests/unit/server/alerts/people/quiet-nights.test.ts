import { describe, expect, it } from 'vitest'
import { aRule } from '#tests/support/alerts/alerts-bench.ts'
import { openPeople } from '#tests/support/alerts/people-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const NIGHT = { from: 22 * 60, to: 7 * 60, days: [1, 2, 3, 4, 5, 6, 7] }
const SILENT = { mentioned: [], assigned: [], subscribed: [], rules: [] } as const

describe.each(ENGINES)('quiet hours, on %s', (engine) => {
  it('hold what happens, which comes as one message at their end, over the change of the clock', async () => {
    const bench = await openPeople(engine, { started: Date.parse('2026-03-28T22:30:00+01:00') })
    const ada = await bench.join('ada')
    await bench.choose(ada, { quiet: NIGHT, zone: 'Europe/Berlin' })
    const [first, second] = [await bench.addIssue(1), await bench.addIssue(2)]
    await bench.desk.issues.addComment(first, 'Awake, @ada?')
    await bench.pass(2_000)
    await bench.desk.issues.change([second], [{ kind: 'assign', accountId: ada.id }])
    await bench.pass(HOUR_MS, 20 * MINUTE_MS)
    await bench.desk.issues.addComment(first, 'Still there?')
    await bench.pass(Date.parse('2026-03-29T06:59:00+02:00') - bench.now(), HOUR_MS)
    expect(bench.mails).toEqual([])
    await bench.pass(2 * MINUTE_MS, MINUTE_MS)
    expect(bench.mails).toHaveLength(1)
    expect(bench.mailsTo(ada)[0]).toMatchObject({ subject: '[shop] 3 updates of 2 issues in Shop' })
    expect(bench.mailsTo(ada)[0]?.text).toContain('  > Awake, @ada?')
  })

  it('let urgent rules pass, where that is chosen', async () => {
    const bench = await openPeople(engine, { started: Date.parse('2026-11-25T23:00:00+01:00') })
    const [ada, ben] = [await bench.join('ada'), await bench.join('ben')]
    const asleep = { quiet: NIGHT, zone: 'Europe/Berlin', ways: { ...SILENT, rules: ['mail'] as const } }
    await bench.choose(ada, asleep)
    await bench.choose(ben, { ...asleep, urgentPasses: false })
    const rule = aRule({ name: 'Fire', urgency: 'urgent' })
    expect(await bench.desk.alerts.rules.create(rule)).not.toHaveProperty('refusal')
    await bench.addIssue()
    expect(bench.mailsTo(ada)[0]?.text).toContain('Fire: SHOP-1')
    expect(bench.mailsTo(ben)).toEqual([])
    await bench.pass(9 * HOUR_MS, HOUR_MS)
    expect(bench.mailsTo(ben)).toHaveLength(1)
  })

  it('that a clock jumps over lose nothing', async () => {
    const bench = await openPeople(engine, { started: Date.parse('2026-10-24T23:00:00+02:00') })
    const ada = await bench.join('ada')
    await bench.choose(ada, { quiet: NIGHT, zone: 'Europe/Berlin' })
    const issueId = await bench.addIssue()
    await bench.desk.issues.addComment(issueId, '@ada')
    await bench.pass(5_000)
    expect(bench.mails).toEqual([])
    await bench.pass(48 * HOUR_MS, 12 * HOUR_MS)
    expect(bench.mails).toHaveLength(1)
  })

  it('that are ended let go what they held', async () => {
    const bench = await openPeople(engine, { started: Date.parse('2026-11-25T23:00:00+01:00') })
    const ada = await bench.join('ada')
    const { notifications } = ada.desk
    const typed = { zone: 'Europe/Berlin', from: '22:00', to: '07:00', days: [3], urgentPasses: false }
    expect(await notifications.chooseQuiet(typed)).toBeUndefined()
    const issueId = await bench.addIssue()
    await bench.desk.issues.addComment(issueId, '@ada')
    await bench.pass(5_000)
    expect(bench.mails).toEqual([])
    await notifications.chooseQuiet({ ...typed, from: '', to: '' })
    await bench.pass(2_000)
    expect(bench.mails).toHaveLength(1)
    expect(await notifications.chooseQuiet({ ...typed, to: '22:00' })).toMatchObject({ field: 'to' })
    expect(await notifications.chooseQuiet({ ...typed, days: [] })).toMatchObject({ field: 'days' })
    expect(await notifications.chooseQuiet({ ...typed, zone: 'Mars' })).toMatchObject({ field: 'zone' })
  })

  it('stop at 20 mails an hour, the last of which says so', async () => {
    const bench = await openPeople(engine)
    const ada = await bench.join('ada')
    const issueId = await bench.addIssue()
    for (let count = 0; count < 24; count++) {
      await bench.store.write((trx) =>
        trx.updateTable('account_notification').set({ window_ends_at: 0 }).execute(),
      )
      await bench.desk.issues.addComment(issueId, `@ada ${count}`)
      await bench.pass(2_000)
    }
    const mails = bench.mailsTo(ada)
    expect(mails).toHaveLength(21)
    expect(mails.filter(({ text }) => text.includes('You got 20 mails within an hour'))).toHaveLength(1)
    expect(mails.at(-1)?.text).toContain('You got 20 mails within an hour, which is the limit')
    const { items } = await bench.desk.alerts.messages.list({ state: 'withheld', limit: 10 })
    expect(items).toHaveLength(3)
  })
})
