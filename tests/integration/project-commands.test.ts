import { beforeAll, describe, expect, it } from 'vitest'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { sessionOf } from '#tests/support/desk/sign-in-for-cookie.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'

/** What the endpoint knows it knows for a second. */
const soon = { timeout: 10_000, interval: 200 }

describe('what a command changes beside a running desk', () => {
  let desk: DeskProcess

  beforeAll(async () => {
    desk = await sharedDesk()
  })

  const json = async (...command: string[]) =>
    JSON.parse(await desk.cli(...command, '--json')) as { dsn: string; publicKey: string } // our own CLI
  /** What a page says, without its markup: each word of a command has an element of its own. */
  const page = async (path: string) => {
    const answer = await fetch(desk.url + path, { headers: { cookie: await sessionOf(desk) } })
    return (await answer.text()).replace(/<[^<>]*>/g, '')
  }

  it('keys: the endpoint takes them up within a second, and the page shows the one that is left', async () => {
    const old = await json('project', 'add', 'Keys')
    expect((await sendEvent(old.dsn)).status).toBe(200)
    expect(await page('/projects/keys')).toContain(old.dsn)
    const renewed = await json('project', 'key', 'add', 'keys')
    expect((await sendEvent(renewed.dsn)).status).toBe(200)
    await desk.cli('project', 'key', 'disable', new URL(old.dsn).username)
    await expect.poll(async () => (await sendEvent(old.dsn)).status, soon).toBe(403)
    expect((await sendEvent(renewed.dsn)).status).toBe(200)
    const shown = await page('/projects/keys')
    expect([shown.includes(renewed.dsn), shown.includes(old.dsn)]).toEqual([true, false])
  })

  it('limits: the endpoint holds them within a second, and lets go of them; the page shows both', async () => {
    const { dsn } = await json('project', 'add', 'Limits')
    expect((await sendEvent(dsn)).status).toBe(200)
    expect(await page('/usage?project=limits')).toContain('project limit')
    await desk.cli('project', 'limit', 'limits', '--per-hour', '1')
    await expect.poll(async () => (await sendEvent(dsn)).status, soon).toBe(429)
    expect(await page('/usage?project=limits')).not.toContain('project limit')
    await desk.cli('project', 'limit', 'limits', '--off')
    await expect.poll(async () => (await sendEvent(dsn)).status, soon).toBe(200)
    expect(await page('/usage?project=limits')).toContain('project limit')
  })
})
