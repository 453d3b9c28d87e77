import type { Locator, Page } from 'playwright-core'

/** What somebody on call does most often, over the demo's data, by clicks alone. */
export interface TaskWalk {
  name: string
  /** Where it begins: the list of issues, or the page that the task before it ended on. */
  path?: string
  /** How many clicks it may take. */
  most: number
  walk(page: Page, click: (target: Locator) => Promise<void>): Promise<void>
}

const LIST = '/issues?project=demo'
const main = (page: Page) => page.getByRole('main')
const notice = (page: Page) => main(page).getByRole('status')

/** Walks a task, and counts its clicks. */
export async function walkTask(page: Page, { path, walk }: TaskWalk): Promise<number> {
  if (path !== undefined) await page.goto(path, { waitUntil: 'networkidle' })
  let clicks = 0
  await walk(page, async (target) => {
    clicks++
    await target.click()
  })
  return clicks
}

export const taskWalks: readonly TaskWalk[] = [
  {
    name: 'fatal-issue',
    path: LIST,
    most: 2,
    async walk(page, click) {
      const fatal = main(page)
        .getByRole('row')
        .filter({ has: page.getByText('fatal', { exact: true }) })
      await click(fatal.first().getByRole('link').first())
      await page.getByRole('heading', { level: 1, name: /^(RangeError|runtime\.boundsError)/ }).waitFor()
    },
  },
  {
    name: 'introduced-in',
    most: 0,
    walk: (page) =>
      main(page)
        .getByRole('link', { name: /^shop@\d/ })
        .first()
        .waitFor(),
  },
  {
    name: 'cause',
    path: '/issues/DEMO-6',
    most: 0,
    async walk(page) {
      for (const name of ['Stack trace', 'Variables', 'Trail', 'Request']) {
        await main(page).getByText(name, { exact: true }).first().waitFor()
      }
    },
  },
  {
    name: 'users',
    most: 1,
    async walk(page, click) {
      await click(main(page).locator('dl').first().getByRole('link').first())
      await page.waitForURL(/\/issues\/\d+\/users/)
      await main(page).getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'slow-query',
    path: '/issues/DEMO-6',
    most: 2,
    async walk(page, click) {
      await click(main(page).getByRole('link', { name: 'Open the full trace' }))
      await main(page).getByText('Compare with').waitFor()
      await click(
        main(page)
          .getByRole('link', { name: /select/i })
          .first(),
      )
      await page
        .locator('#span')
        .getByText(/select/i)
        .first()
        .waitFor()
    },
  },
  {
    name: 'resolve-in-next-release',
    path: '/issues/DEMO-8',
    most: 2,
    async walk(page, click) {
      await click(main(page).locator('summary[aria-label="More ways to resolve"]'))
      await click(main(page).getByRole('button', { name: /In the next release/ }))
      await notice(page).getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'search-by-browser',
    path: LIST,
    most: 1,
    async walk(page, click) {
      const field = page.getByRole('combobox', { name: /^Search issues/ })
      await click(field)
      await page.keyboard.type('browser:Fire')
      await page
        .getByRole('option', { name: /^Firefox/ })
        .first()
        .waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL(/browser/)
      await main(page).getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'merge-two',
    path: LIST,
    most: 4,
    async walk(page, click) {
      for (const row of [0, 1]) await click(main(page).locator('tbody input[type="checkbox"]').nth(row))
      await click(main(page).getByRole('button', { name: 'Merge' }))
      await click(notice(page).getByRole('button', { name: 'Undo' }))
      await notice(page)
        .getByText(/^Undone/)
        .waitFor()
    },
  },
  {
    name: 'mute-until-100-more',
    path: '/issues/DEMO-7',
    most: 2,
    async walk(page, click) {
      const actions = page.getByRole('region', { name: 'Actions' })
      await click(actions.locator('summary', { hasText: 'Ignore' }))
      await click(actions.getByRole('button', { name: 'Ignore' }))
      await notice(page).getByText('Ignored DEMO-7 until 100 more events.').waitFor()
    },
  },
  {
    name: 'slowest-route-compared',
    path: LIST,
    most: 4,
    async walk(page, click) {
      await click(page.locator('#frame-side').getByRole('link', { name: 'Performance' }))
      await page.getByRole('heading', { level: 1, name: 'Performance' }).waitFor()
      const scope = page.getByRole('navigation', { name: 'Scope' })
      await click(scope.locator('summary', { hasText: 'Period' }))
      await click(scope.getByRole('link', { name: 'Compare with previous period' }))
      await page.waitForURL(/compare=1/)
      await click(main(page).getByRole('row').nth(1).getByRole('link').first())
      await page.waitForURL(/\/performance\/route/)
    },
  },
]
