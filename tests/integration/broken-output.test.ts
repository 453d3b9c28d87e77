import { describe, expect, it } from 'vitest'
import { addProject } from '#tests/support/desk/add-project.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { isFull } from '#tests/support/run/doses.ts'

/** Requests that are all printed, most of them with the stack of a failure. */
const ANSWERS = [
  ['/playground', 200],
  ['/playground?fail=loader', 500],
  ['/playground?fail=render', 500],
  ['/playground?fail=string', 500],
  ['/missing', 404],
] as const

async function request(desk: DeskProcess, cookie: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    for (const [path, status] of ANSWERS) {
      const response = await fetch(desk.url + path, { headers: { cookie } })
      await response.text()
      expect([path, response.status]).toEqual([path, status])
    }
  }
}

/** Seconds that all of its threads have computed so far. */
async function cpuSeconds(desk: DeskProcess): Promise<number> {
  const metrics = await (await fetch(`${desk.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)?.[1])
}

async function secondsFor(desk: DeskProcess, run: () => Promise<void>): Promise<number> {
  const before = await cpuSeconds(desk)
  await run()
  return (await cpuSeconds(desk)) - before
}

/** The development server compiles for half a minute before it is asked anything: `npm run test:long` waits for it. */
const ways = [
  ['npm start', {}],
  ['npm run dev', { command: 'dev' }],
] as const

describe.each(isFull ? ways : ways.slice(0, 1))(
  '%s, whose output nobody reads any more,',
  (_name, options) => {
    it('serves on at the same cost, and ends in order', async () => {
      const desk = await startTestDesk({ ...options, env: { TELEMETRY_ADAPTER: 'console' } })
      const cookie = await sessionOf(desk)
      await request(desk, cookie, 1)
      await eventually('what failed is printed', async () => desk.output().includes('[error] ') || undefined)
      const whileRead = await secondsFor(desk, () => request(desk, cookie, 4))

      desk.closeOutput()
      // The dev server compiles in the background, once: the least of three is what requests cost.
      const afterwards: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        afterwards.push(await secondsFor(desk, () => request(desk, cookie, 4)))
      }
      expect(Math.min(...afterwards)).toBeLessThan(2 * whileRead + 0.5)

      const { dsn } = await addProject(desk, 'Shop')
      expect(dsn).toContain(new URL(desk.url).host)
      expect((await fetch(`${desk.url}/readyz`)).status).toBe(200)
      expect(await desk.stop()).toBe(0)
    }, 120_000)
  },
)
