import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/desk/api-client.ts'
import {
  addLinks,
  startNavigationDesk,
  untilHydrated,
  watchLinks,
} from '#tests/support/desk/prepared/navigation-desk.ts'
import { queryDesk } from '#tests/support/desk/processes/desk-database.ts'
import { someOf } from '#tests/support/run/doses.ts'

const { open, proxy, desk } = startNavigationDesk()

/** What a link may lead to without a page being there, whoever wrote it. */
const missing = [
  '/no-such-page',
  '/issues/999999',
  '/issues/1/events/ffffffffffffffffffffffffffffffff',
  '/projects/no-such-project',
  '/digests/7ZZZZZ-7ZZZZZ',
  '/traces/ffffffffffffffffffffffffffffffff',
]

async function navigationsTo(path: string): Promise<string[]> {
  const sql = "select op from segment where side = 'browser' and name = ?"
  const rows = await queryDesk<{ op: string }>(desk(), sql, [path])
  return rows.map(({ op }) => op)
}

/** Transactions that pages of the desk left out themselves, as their client reports say. */
async function leftOut(): Promise<number> {
  const [row] = await queryDesk<{ quantity: number | null }>(
    desk(),
    `select sum(quantity) as quantity from outcome
    where category = 'transaction' and outcome = 'client_discard' and reason = 'event_processor'`,
  )
  return row?.quantity ?? 0
}

async function click(page: Page, path: string): Promise<void> {
  await addLinks(page, [path])
  await page.getByRole('link', { name: path, exact: true }).click()
}

const stored = (path: string) =>
  eventually(`a navigation to ${path}`, async () =>
    (await navigationsTo(path)).includes('navigation') ? true : undefined,
  )

describe('a click on a link', () => {
  it.each(someOf(missing, 2))(
    'to %s, which is not there, leaves no transaction behind, and is counted',
    async (path) => {
      const before = await leftOut()
      const page = await open('/digests')
      await click(page, path)
      await page.waitForURL(`**${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await untilHydrated(page)
      // what comes later than all that was said of the missing page
      await page.goto('/digests')
      await click(page, `/search-help?after=${path.length}`)
      await page.waitForURL('**/search-help?*')
      await stored('/search-help')
      // of the navigation at least: the page load that followed it may not have been sampled
      await eventually('its report', async () => ((await leftOut()) >= before + 1 ? true : undefined))
      expect(await navigationsTo(path)).toEqual([])
    },
  )

  it('leaves no trace when it waits for a prefetch for longer than a trace idles', async () => {
    const path = '/issues/888888'
    const page = await open('/digests')
    await watchLinks(page)
    proxy().hold(({ payloadOf }) => payloadOf === path)
    await addLinks(page, [path])
    const before = await leftOut()
    await proxy().untilHeld(1)
    await page.getByRole('link', { name: path, exact: true }).click()
    await eventually('two seconds of waiting', async () =>
      (await page.evaluate(() => document.body.ariaBusy)) === 'true' ? true : undefined,
    )
    await page.waitForTimeout(2_000) // a browser's own timer is what is tested
    proxy().release()
    await page.getByRole('heading', { level: 1, name: 'There is no issue' }).waitFor()
    await untilHydrated(page)
    await page.goto('/digests')
    await eventually('its report', async () => ((await leftOut()) >= before + 1 ? true : undefined))
    expect(await navigationsTo(path)).toEqual([])
  })

  it('to a page that is there is stored', async () => {
    const page = await open('/digests')
    await click(page, '/projects')
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await stored('/projects')
  })

  it('to a page that is there is stored, though it is left before its trace has ended', async () => {
    const page = await open('/digests')
    await click(page, '/monitors')
    await page.getByRole('heading', { level: 1, name: 'Monitors' }).waitFor()
    await page.goto('/digests')
    await stored('/monitors')
  })

  it('to a page that takes too long, and comes as a document, is stored', async () => {
    const page = await open('/digests')
    proxy().hold(({ payloadOf }) => payloadOf === '/releases')
    await click(page, '/releases')
    await page.getByRole('heading', { level: 1, name: 'Releases' }).waitFor()
    await stored('/releases')
    proxy().release()
  })
})
