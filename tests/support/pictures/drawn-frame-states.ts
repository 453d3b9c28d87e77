import type { Locator, Page } from 'playwright-core'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { aMinifiedError } from '#tests/support/source-maps/uploaded-maps.ts'
import type { DrawnState } from './drawn-page-states.ts'

/** Stack traces with and without source maps: an error of our own pages has one, and nothing was uploaded for the demo's. */
export const frameStates: DrawnState[] = [
  {
    name: 'frame-mapped',
    path: '/playground',
    async act(page) {
      await page.locator('[data-desk=ready]').waitFor({ state: 'attached' })
      await page.getByRole('main').getByRole('button', { name: 'While rendering', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Application error' }).waitFor()
      await openIssue(page, '/issues?project=crumbtrail&query=platform:javascript')
      const mapped = page.getByText(/^pages\/playground\/.*:\d+:\d+$/)
      await untilShown(page, page.url(), mapped.first()) // a desk that has just started compiles its own maps
    },
  },
  {
    name: 'frame-unmapped',
    path: '/projects/demo',
    async act(page) {
      const [dsn = ''] =
        /https?:\/\/[\da-f]{32}@[^/\s"<]+\/\d+/.exec(await page.getByRole('main').innerHTML()) ?? []
      await sendEvent(dsn, aMinifiedError())
      await openIssue(page, '/issues?project=demo&query=no%20price')
    },
  },
]

async function openIssue(page: Page, list: string): Promise<void> {
  const issue = page.getByRole('main').getByRole('table').locator('a[href*="/issues/"]').first()
  await untilShown(page, list, issue)
  await issue.click()
  await page.getByRole('heading', { name: 'Stack trace' }).waitFor()
}

/** Opens a page again until it shows an event that was just reported. */
async function untilShown(page: Page, path: string, wanted: Locator): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    await page.goto(path, { waitUntil: 'networkidle' })
    if ((await wanted.count()) > 0) return
  }
  throw new Error(`Cannot draw ${path}: what is wanted of it did not come`)
}
