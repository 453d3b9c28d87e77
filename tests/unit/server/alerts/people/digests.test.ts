import { describe, expect, it } from 'vitest'
import { createMailLinks } from '#server/accounts/mail-links/mail-links.ts'
import { nextDigest } from '#server/alerts/people/digest-time.ts'
import { hideShop, openPeople } from '#tests/support/alerts/people-bench.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => Date.parse(text)

describe('the next digest', () => {
  const daily = { zone: 'Europe/Berlin', digest: { every: 'day', hour: 9, day: 1 } } as const

  it.each([
    ['2026-11-25T08:59:59+01:00', '2026-11-25T09:00:00+01:00'],
    ['2026-11-25T09:00:00+01:00', '2026-11-26T09:00:00+01:00'],
    ['2026-03-28T10:00:00+01:00', '2026-03-29T09:00:00+02:00'],
    ['2026-10-24T10:00:00+02:00', '2026-10-25T09:00:00+01:00'],
  ])('of each day, after %s, is at %s', (now, next) => {
    expect(nextDigest(daily, at(now))).toBe(at(next))
  })

  it('of each week is on its day', () => {
    const weekly = { zone: 'Europe/Berlin', digest: { every: 'week', hour: 9, day: 1 } } as const
    expect(nextDigest(weekly, at('2026-11-25T12:00:00+01:00'))).toBe(at('2026-11-30T09:00:00+01:00'))
    expect(nextDigest(weekly, at('2026-11-30T09:00:00+01:00'))).toBe(at('2026-12-07T09:00:00+01:00'))
  })

  it('is none where none is wanted', () => {
    expect(nextDigest({ zone: 'UTC', digest: null }, 0)).toBeNull()
  })
})

const CHOSEN = { every: 'day', hour: 9, day: 1, zone: 'UTC' }
const SENDS_NOTHING = { mentioned: [], assigned: [], subscribed: [], rules: [] }

describe.each(ENGINES)('digests, on %s', (engine) => {
  it('come at their hour, once, with what happened, and not at all when nothing did', async () => {
    const bench = await openPeople(engine, { started: at('2026-11-25T07:00:00Z') })
    const ada = await bench.join('ada')
    expect(await ada.desk.notifications.chooseDigest(CHOSEN)).toBeUndefined()
    await bench.addIssue()
    await bench.pass(1.5 * HOUR_MS, HOUR_MS / 2)
    expect(bench.mails).toEqual([])
    await bench.pass(HOUR_MS, HOUR_MS / 2)
    expect(bench.mails).toHaveLength(1)
    const [mail] = bench.mailsTo(ada)
    expect(mail?.subject).toBe('[crumbtrail] Your day: 1 new')
    expect(mail?.text).toContain(
      'New issues: 1\n- SHOP-1 TypeError: cart is empty\n  Shop, 1 event, since today',
    )
    expect(mail?.text).toContain('Unassigned for longest')
    await bench.pass(48 * HOUR_MS, 6 * HOUR_MS)
    expect(bench.mails).toHaveLength(1)
  })

  it('are off until they are chosen, and say nothing of projects that their account does not see', async () => {
    const bench = await openPeople(engine, { started: at('2026-11-25T08:00:00Z') })
    const [ada] = [await bench.join('ada'), await bench.join('ben')]
    await ada.desk.notifications.chooseDigest(CHOSEN)
    await bench.addIssue()
    await hideShop(bench.store)
    await bench.pass(26 * HOUR_MS, HOUR_MS)
    expect(bench.mails).toEqual([])
  })

  it('that waited for another try are not sent to whoever lost the project', async () => {
    const bench = await openPeople(engine, { started: at('2026-11-25T08:59:00Z') })
    const ada = await bench.join('ada')
    await ada.desk.notifications.chooseDigest(CHOSEN)
    bench.answerMail = () => ({ status: 451, headers: {}, body: 'later' })
    await bench.addIssue()
    await bench.pass(62_000)
    expect(bench.mails).toHaveLength(1)
    await hideShop(bench.store)
    await bench.pass(HOUR_MS, 60_000)
    expect(bench.mails).toHaveLength(1)
  })

  it('are ended by their link, which begins them again', async () => {
    const bench = await openPeople(engine, { started: at('2026-11-25T08:59:00Z') })
    const ada = await bench.join('ada')
    await ada.desk.notifications.chooseDigest(CHOSEN)
    await bench.addIssue(1)
    await bench.pass(62_000)
    const [, token = ''] =
      /unsubscribe\/([\w.-]+)>/.exec(bench.mails[0]?.headers['List-Unsubscribe'] ?? '') ?? []
    const links = createMailLinks({ store: bench.store, clock: bench.now })
    expect((await links.endAtOnce(token))?.ended.kind).toBe(true)
    await bench.addIssue(2)
    await bench.pass(25 * HOUR_MS, HOUR_MS)
    expect(bench.mails).toHaveLength(1)
    await links.begin(token, 'kind')
    await bench.addIssue(3)
    await bench.pass(25 * HOUR_MS, HOUR_MS)
    expect(bench.mails).toHaveLength(2)
    const refused = await ada.desk.notifications.chooseDigest({ ...CHOSEN, hour: 24 })
    expect(refused).toMatchObject({ refusal: 'Cannot save the digest: choose an hour and a day' })
    expect((await ada.desk.notifications.read()).choices.ways).not.toEqual(SENDS_NOTHING)
  })
})
