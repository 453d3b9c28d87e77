import type { Page } from 'playwright-core'

/** What of a page is drawn only after somebody did something, or to somebody else than the owner. */
export interface DrawnState {
  name: string
  path: string
  isPublic?: true
  /** Only where the window is as wide: 390 is a phone. */
  width?: 390 | 1440
  act?: (page: Page) => Promise<unknown>
}

const failedTraces = `/traces?project=demo&statsPeriod=14d&query=${encodeURIComponent('is:failed name:"POST /api/orders"')}`

/** What people often meet on a page, and no link leads to. */
export const pageStates: DrawnState[] = [
  { name: 'issues-filters', path: '/issues?project=demo&filters=1' },
  { name: 'issues-search-unknown', path: '/issues?project=demo&query=is%3Aunresolved+browsr%3AFirefox' },
  {
    name: 'issues-search-keys',
    path: '/issues?project=demo&query=level%3Aerror',
    act: (page) => typeSearch(page, ' re', 'Keys'),
  },
  {
    name: 'issues-search-values',
    path: '/issues?project=demo&query=is%3Aunresolved',
    act: (page) => typeSearch(page, 'browser:f', 'Values of browser'),
  },
  { name: 'issues-search-value', path: '/issues?project=demo&query=is%3Aunresolved+browser%3AFirefix' },
  { name: 'logs-search-keys', path: '/logs?project=demo', act: (page) => typeSearch(page, 'le', 'Keys') },
  {
    name: 'traces-search-values',
    path: '/traces?project=demo',
    act: (page) => typeSearch(page, ' browser:', 'Values of browser'),
  },
  { name: 'issues-none', path: '/issues?project=demo&query=zzz' },
  {
    name: 'issues-refused',
    path: '/issues?project=demo&query=level%3Aerror+timesSeen%3Amany+is%3Aunhandled',
  },
  { name: 'issues-period', path: '/issues?project=demo', act: (page) => openMenu(page, 'Period') },
  { name: 'issues-sort', path: '/issues?project=demo', act: (page) => openMenu(page, 'Sort') },
  { name: 'first-run', path: '/projects', act: createProject },
  { name: 'traces-none', path: '/traces?project=demo&query=zzz' },
  { name: 'traces-refused', path: '/traces?project=demo&query=duration%3A%3Elong' },
  { name: 'trace-span', path: failedTraces, act: openSpan },
  { name: 'trace-compared', path: failedTraces, act: compareTraces },
  { name: 'logs-none', path: '/logs?project=demo&query=zzz' },
  { name: 'logs-refused', path: '/logs?project=demo&query=payment+level%3Aloud' },
  {
    name: 'log-opened',
    path: '/logs?project=demo&query=level%3Aerror',
    act: (page) => page.getByRole('main').locator('li summary').first().click(),
  },
  { name: 'releases-none', path: '/releases?project=demo&query=zzz' },
  {
    name: 'release-compared',
    path: '/releases?project=demo',
    act: (page) => followFirst(page, '/releases/'),
  },
  { name: 'missing-trace', path: `/traces/${'f'.repeat(32)}` },
  { name: 'missing-event', path: `/issues/1/events/${'f'.repeat(32)}` },
  { name: 'missing-release', path: '/releases/demo/0.0.1' },
  { name: 'monitor-missed', path: '/monitors/demo/stock-sync' },
]

/** Types on in the list's search field, and waits for a group of what is offered. */
async function typeSearch(page: Page, text: string, group: string): Promise<void> {
  const field = page
    .locator('#frame-top')
    .getByRole('combobox')
    .or(page.locator('#frame-top').getByRole('searchbox'))
  await page.locator('[data-desk=ready]').waitFor({ state: 'attached' })
  await field.press('End')
  await page.locator('input[role=combobox][name=query]').waitFor()
  await field.pressSequentially(text)
  await page.getByRole('group', { name: group, exact: group === 'Keys' }).waitFor()
  await page.keyboard.press('ArrowDown')
}

/** A project to which nothing has been reported yet. */
async function createProject(page: Page): Promise<void> {
  const known = page.getByRole('main').getByRole('link', { name: 'First run', exact: true })
  if ((await known.count()) === 0) {
    await page.getByLabel('Name').fill('First run')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL('**/projects/first-run')
  }
  await page.goto('/issues?project=first-run', { waitUntil: 'networkidle' })
}

async function openSpan(page: Page): Promise<void> {
  await followFirst(page, '/traces/')
  const row = page.getByRole('row').filter({ hasText: 'update product' })
  await row.getByRole('link').last().click()
  await page.locator('#span').waitFor()
}

async function compareTraces(page: Page): Promise<void> {
  const [first, second] = await addressesIn(page, '/traces/')
  await page.goto(`${first}?with=${second?.split('/').at(-1)}`, { waitUntil: 'networkidle' })
}

async function followFirst(page: Page, beginning: string): Promise<void> {
  const [first = ''] = await addressesIn(page, beginning)
  await page.goto(first, { waitUntil: 'networkidle' })
}

/** Of what a list lists. */
function addressesIn(page: Page, beginning: string): Promise<string[]> {
  return page
    .getByRole('table')
    .locator(`a[href^="${beginning}"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

/** On a phone the menus of the top bar are behind a button. */
async function openMenu(page: Page, name: string): Promise<void> {
  const scope = page.locator('button[popovertarget=scope]')
  if (name === 'Period' && (await scope.isVisible())) await scope.click()
  await page.locator('summary').filter({ hasText: name, visible: true }).last().click()
}
