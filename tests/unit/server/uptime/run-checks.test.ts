import { describe, expect, it } from 'vitest'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { DOWN, UP } from '#tests/support/uptime/uptime-answers.ts'
import { openUptimeBench, STARTED } from '#tests/support/uptime/uptime-bench.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(ENGINES)('asking what is due, on %s', (engine) => {
  it('asks a new check at once, and then once in each interval', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck({ everyMinutes: '5' })
    await bench.pass(1_000)
    expect(bench.asked).toEqual(['https://shop.example/'])
    expect(await bench.desk.uptime.find(id)).toMatchObject({ state: 'up', stateSince: STARTED + 1_000 })
    await bench.pass(HOUR_MS, 10_000)
    expect(bench.asked).toHaveLength(13)
  })

  it('says that it is down after a second failure, since the first, and up at the first success', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    await bench.pass(1_000)
    bench.answer = () => DOWN
    await bench.pass(MINUTE_MS)
    const failedAt = bench.asked.length
    await bench.pass(10_000)
    const down = await bench.desk.uptime.find(id)
    expect(down).toMatchObject({ state: 'down', isSuspected: false })
    expect(down?.incidents).toMatchObject([{ endedAt: null, reason: 'It answered 503 instead of 2xx' }])
    expect(down?.incidents[0]?.beganAt).toBe(down?.stateSince)
    expect(failedAt).toBeGreaterThan(1)
    bench.answer = () => UP
    await bench.pass(MINUTE_MS)
    const up = await bench.desk.uptime.find(id)
    expect(up).toMatchObject({ state: 'up' })
    expect(up?.incidents).toMatchObject([{ endedAt: up?.stateSince, endedBy: 'recovered' }])
  })

  it('does not count a failure that the second try does not confirm', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    let first = true
    bench.answer = () => {
      const answer = first ? DOWN : UP
      first = false
      return answer
    }
    await bench.pass(1_000)
    expect(await bench.desk.uptime.find(id)).toMatchObject({ state: 'waiting', isSuspected: true })
    await bench.pass(5_000)
    const check = await bench.desk.uptime.find(id)
    expect(check).toMatchObject({ state: 'up', isSuspected: false, incidents: [] })
    expect(check?.shares[0]).toEqual({ days: 1, up: 1, checks: 1, hours: 1 })
    const { items } = await bench.desk.uptime.listResults(id, { limit: 10 })
    expect(items).toMatchObject([{ isUp: true, tries: 2, status: 200, dnsMs: 1, totalMs: 7 }])
  })

  it('takes no failure from before the desk was down as the first of two', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    bench.answer = () => DOWN
    await bench.pass(1_000)
    bench.skip(HOUR_MS)
    await bench.pass(1_000)
    expect(await bench.desk.uptime.find(id)).toMatchObject({ state: 'waiting', isSuspected: true })
    await bench.pass(5_000)
    expect(await bench.desk.uptime.find(id)).toMatchObject({ state: 'down' })
  })

  it('shows time in which the desk was down as not checked, and not as up or down', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    await bench.pass(20 * MINUTE_MS, 10_000)
    bench.skip(5 * HOUR_MS)
    await bench.pass(20 * MINUTE_MS, 10_000)
    const check = await bench.desk.uptime.find(id)
    const cells = check?.day.slice(-6).map(({ up, down }) => [up > 0, down])
    expect(cells).toEqual([
      [true, 0],
      [false, 0],
      [false, 0],
      [false, 0],
      [false, 0],
      [true, 0],
    ])
    expect(check?.shares).toMatchObject([
      { days: 1, hours: 2 },
      { days: 7, hours: 2 },
      { days: 30, hours: 2 },
      { days: 90, hours: 2 },
    ])
    expect(check?.days.at(-1)?.up).toBe(check?.shares[3]?.up)
  })

  it('asks each check by one of several processes, also when one of them is killed while it asks', async () => {
    const bench = await openUptimeBench(engine)
    for (let number = 0; number < 10; number += 1)
      await bench.addCheck({ url: `https://shop${number}.example/` })
    bench.skip(1_000)
    const dead = new AbortController()
    const processes = [bench.openRunner(dead.signal), bench.openRunner(), bench.openRunner()]
    const counts = await Promise.all(processes.map(({ begin }) => begin()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10)
    expect(new Set(bench.asked).size).toBe(10)
    await Promise.all(processes.map(({ settle }) => settle()))
    bench.skip(MINUTE_MS)
    const [killed, alive] = processes
    bench.asked.length = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    bench.answer = async () => {
      await promise
      return UP
    }
    const begun = await killed?.begin()
    dead.abort() // what it asks is never stored
    resolve()
    await killed?.settle()
    expect(begun).toBe(10)
    expect(await alive?.begin()).toBe(0)
    bench.skip(MINUTE_MS)
    expect(await alive?.begin()).toBe(10)
    await alive?.settle()
    const shares = (await bench.desk.uptime.list({ project: undefined })).map(({ day }) => day.at(-1)?.up)
    expect(shares).toEqual(Array.from({ length: 10 }, () => 2))
  })

  it('asks ten at once and two of a host, and goes on when there is room', async () => {
    const bench = await openUptimeBench(engine)
    for (let number = 0; number < 3; number += 1) await bench.addCheck({ name: `Same ${number}` })
    for (let number = 0; number < 12; number += 1)
      await bench.addCheck({ url: `https://shop${number}.example/` })
    const { promise, resolve } = Promise.withResolvers<void>()
    bench.answer = async () => {
      await promise
      return UP
    }
    bench.skip(1_000)
    const runner = bench.openRunner()
    expect(await runner.begin()).toBe(10)
    expect(bench.asked.filter((url) => url === 'https://shop.example/')).toHaveLength(2)
    expect(await runner.begin()).toBe(0)
    resolve()
    await runner.settle()
    expect(await runner.begin()).toBe(5)
    await runner.settle()
    expect(await runner.begin()).toBe(0)
  })

  it('forgets what it asks when the check is changed meanwhile', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    const { promise, resolve } = Promise.withResolvers<void>()
    bench.answer = async () => {
      await promise
      return DOWN
    }
    bench.skip(1_000)
    const runner = bench.openRunner()
    await runner.begin()
    await bench.desk.uptime.pause(id, true)
    resolve()
    await runner.settle()
    expect(await bench.desk.uptime.find(id)).toMatchObject({
      state: 'waiting',
      isPaused: true,
      isSuspected: false,
    })
    await bench.pass(HOUR_MS, MINUTE_MS)
    expect(bench.asked).toHaveLength(1)
    await bench.desk.uptime.pause(id, false)
    bench.answer = () => UP
    await bench.pass(1_000)
    expect(await bench.desk.uptime.find(id)).toMatchObject({ state: 'up', isPaused: false })
  })

  it('counts the errors of the minutes around the begin of an incident', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    await bench.sendError() // long before it
    bench.skip(10 * MINUTE_MS)
    bench.answer = () => DOWN
    await bench.pass(10_000)
    await bench.sendError()
    await bench.sendError()
    bench.skip(10 * MINUTE_MS)
    await bench.sendError()
    const check = await bench.desk.uptime.find(id)
    expect(check?.incidents).toMatchObject([{ errors: 2 }])
  })

  it('tells every channel once that it is down, and that it is up again, with what it was told', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    await bench.addChannel('Chat')
    await bench.pass(1_000)
    bench.answer = () => DOWN
    await bench.pass(10 * MINUTE_MS, 5_000)
    bench.answer = () => UP
    await bench.pass(2 * MINUTE_MS, 5_000)
    const messages = await bench.listMessages()
    expect(messages.map(({ title }) => title)).toEqual(['Down in Shop: Shop', 'Up again in Shop: Shop'])
    expect(messages[0]?.content).toMatchObject({
      happening: 'uptime-failed',
      url: `https://desk.example/monitors/shop/uptime/${id}`,
      subjects: [{ kind: 'check', id: `uptime:${id}`, detail: 'It answered 503 instead of 2xx' }],
    })
    expect(messages[1]?.content).toMatchObject({
      happening: 'uptime-recovered',
      subjects: [{ id: `uptime:${id}` }],
    })
  })

  it('sends a channel 30 messages an hour and one that says so, and none while the project is muted', async () => {
    const bench = await openUptimeBench(engine)
    await bench.addCheck()
    await bench.addChannel('Chat')
    let tries = 0
    bench.answer = () => (++tries % 3 === 0 ? UP : DOWN)
    await bench.pass(59 * MINUTE_MS, 6_000)
    expect(await bench.listMessages()).toHaveLength(31)
    await bench.desk.alerts.mutes.add({ project: 'shop', minutes: '300', reason: '' })
    await bench.pass(2 * HOUR_MS, 6_000)
    expect(await bench.listMessages()).toHaveLength(31)
  })

  it('warns once of a certificate that ends in less than 14 days', async () => {
    const bench = await openUptimeBench(engine)
    const id = await bench.addCheck()
    await bench.addChannel('Chat')
    const ending = (days: number) => ({ ...UP, certificateEndsAt: STARTED + days * 24 * HOUR_MS })
    bench.answer = () => ending(15)
    await bench.pass(MINUTE_MS)
    expect(await bench.listMessages()).toEqual([])
    bench.answer = () => ending(13.5)
    await bench.pass(5 * MINUTE_MS)
    const [message, ...others] = await bench.listMessages()
    expect(message?.title).toBe('Certificate ends soon in Shop: Shop')
    expect(message?.content.subjects[0]).toMatchObject({
      id: `certificate:${id}`,
      detail: 'It ends on 2026-12-08, in 13 days',
    })
    expect(others).toEqual([])
  })

  it('spreads checks of one interval over it', async () => {
    const bench = await openUptimeBench(engine)
    for (let number = 0; number < 8; number += 1)
      await bench.addCheck({ url: `https://shop${number}.example/`, everyMinutes: '60' })
    await bench.pass(1_000)
    const next = (await bench.desk.uptime.list({ project: 'shop' })).map(({ nextAt }) => nextAt)
    expect(new Set(next).size).toBe(8)
    expect(Math.max(...next)).toBeLessThanOrEqual(STARTED + HOUR_MS + 1_000)
  })
})
