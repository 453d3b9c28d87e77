import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GivenStatusPage } from '#server/models/uptime/status-pages.ts'
import { registerStatus } from '#server/status/status-routes.ts'
import { ENGINES, type Engine } from '#tests/support/postgres/each-engine.ts'
import { DOWN, UP } from '#tests/support/uptime/uptime-answers.ts'
import { openUptimeBench } from '#tests/support/uptime/uptime-bench.ts'

const MINUTE_MS = 60_000

const PAGE: GivenStatusPage = {
  ...{
    slug: 'shop',
    title: 'Shop & Co',
    announcement: '<b>We move</b> on Sunday',
    timezone: 'Europe/Vienna',
  },
  ...{ isIndexed: false, items: [{ key: 'check:1', name: 'Web shop' }] },
}

async function openStatus(engine: Engine, given: Partial<GivenStatusPage> = {}) {
  const bench = await openUptimeBench(engine)
  await bench.addCheck({ name: 'secret-cluster-7', url: 'https://inner.shop.example/health' })
  await bench.pass(2_000)
  const created = await bench.desk.statusPages.create({ ...PAGE, ...given })
  if ('refusal' in created) throw new Error(created.refusal)
  await bench.desk.statusPages.turn(created.id, true)
  const app = Fastify()
  onTestFinished(() => app.close())
  let queries = 0
  const store = {
    get db() {
      queries += 1
      return bench.store.db
    },
  }
  registerStatus(app, { store, publicUrl: 'https://desk.example', clock: bench.now })
  const get = (slug = 'shop') => app.inject({ url: `/status/${slug}` })
  return { bench, id: created.id, get, countReads: () => queries }
}

describe.each(ENGINES)('GET /status/<slug>, on %s', (engine) => {
  it('shows the state under public names, and nothing that is not for strangers', async () => {
    const { get, bench } = await openStatus(engine)
    const { statusCode, body, headers } = await get()
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>Shop &amp; Co</h1>')
    expect(body).toContain('Web shop is up')
    expect(body).toContain('&lt;b&gt;We move&lt;/b&gt; on Sunday')
    expect(body).toContain('All times are in Europe/Vienna.')
    expect(body).toContain('25 Nov 2026, 10:00') // 09:00 in UTC
    for (const secret of ['secret-cluster', 'inner.shop', '503', '>shop<', '<script'])
      expect(body).not.toContain(secret)
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'public, max-age=15' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(bench.asked).toHaveLength(1)
  })

  it('shows an incident with its times while it lasts and after it, without its reason', async () => {
    const { get, bench } = await openStatus(engine)
    bench.answer = () => DOWN
    await bench.pass(5 * MINUTE_MS, 5_000)
    const down = (await get()).body
    expect(down).toContain('Web shop is down')
    expect(down).toMatch(/has been down since <time datetime="2026-11-25T09:0\d/)
    expect(down).not.toContain('answered')
    bench.answer = () => UP
    await bench.pass(2 * MINUTE_MS, 5_000)
    expect((await get()).body).toMatch(/was down from <time[^>]+>25 Nov 2026, 10:0\d<\/time> to <time/)
  })

  it('says that nothing is checked while the desk was down or the check is paused', async () => {
    const { get, bench } = await openStatus(engine)
    bench.skip(60 * MINUTE_MS)
    expect((await get()).body).toContain('Nothing is checked at the moment')
    await bench.pass(MINUTE_MS)
    expect((await get()).body).toContain('Web shop is up')
    await bench.desk.uptime.pause(1, true)
    bench.skip(MINUTE_MS)
    expect((await get()).body).toContain('Nothing is checked at the moment')
  })

  it('is there only while it is on, and not after it was deleted', async () => {
    const { get, bench, id } = await openStatus(engine, { isIndexed: true })
    expect((await get()).headers['x-robots-tag']).toBeUndefined()
    await bench.desk.statusPages.turn(id, false)
    bench.skip(MINUTE_MS)
    expect((await get()).statusCode).toBe(404)
    await bench.desk.statusPages.turn(id, true)
    bench.skip(MINUTE_MS)
    expect((await get()).statusCode).toBe(200)
    await bench.desk.statusPages.delete(id)
    bench.skip(MINUTE_MS)
    expect((await get()).statusCode).toBe(404)
    expect((await get('%00')).statusCode).toBe(404)
  })

  it('reads a page once in 15 seconds, and at most 20 addresses a second', async () => {
    const { get, bench, countReads } = await openStatus(engine)
    await Promise.all(Array.from({ length: 100 }, () => get()))
    expect(countReads()).toBe(1)
    bench.skip(15_000)
    await get()
    expect(countReads()).toBe(2)
    bench.skip(1_000)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => get(`none-${number}`)))
    expect(countReads()).toBe(22)
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(20)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30)
    expect((await get()).statusCode).toBe(200)
  })

  it('shows 90 days, and the deleted check no more', async () => {
    const { get, bench } = await openStatus(engine)
    const { body } = await get()
    expect(body.match(/<i data-state="none"/g)).toHaveLength(89)
    expect(body.match(/<i data-state="up"/g)).toHaveLength(1)
    await bench.desk.uptime.delete(1)
    bench.skip(MINUTE_MS)
    expect((await get()).body).toContain('This page shows no services yet')
  })
})

describe('the form of a status page', () => {
  it.each([
    [{ title: ' ' }, 'its title must have 1 to 100 characters'],
    [{ slug: 'a b' }, 'its address must have 1 to 50 letters, digits and hyphens'],
    [{ timezone: 'Mars/Olympus' }, 'there is no time zone "Mars/Olympus"'],
    [{ items: [{ key: 'check:1', name: ' ' }] }, 'the name of each item must have 1 to 80 characters'],
    [{ slug: 'shop' }, 'another one has the address shop'],
  ])('refuses %j', async (given, why) => {
    const { bench } = await openStatus('sqlite')
    const page = { ...PAGE, slug: 'other', ...given }
    expect(await bench.desk.statusPages.create(page)).toMatchObject({
      refusal: `Cannot save the status page: ${why}`,
    })
  })
})
