import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, hydrated, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { type ApiClient, createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { queryDesk } from '#tests/support/desk/processes/desk-database.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { someOf } from '#tests/support/run/doses.ts'

interface SpanAnswer {
  op: string
  description: string
  transaction: string
  span_id: string
  children: SpanAnswer[]
  errors: { title: string }[]
}

let desk: DeskProcess
let api: ApiClient
let browser: Browser

beforeAll(async () => {
  desk = await sharedDesk()
  api = await createApiClient(desk)
  browser = await launchChromium()
})

afterAll(() => closeWindows(browser))

describe('one trace', () => {
  it('runs from a click through the payload to the query of the store', async () => {
    const page = await openSparing('/digests')
    const asked = page.waitForRequest((request) => request.url().includes('/issues/index.pageContext.json'))
    await click(page, 'Issues')
    const traceId = traceIdOf((await asked).headers()['sentry-trace'])
    await page.getByRole('heading', { name: 'Issues', exact: true }).waitFor()
    const ways = await eventually('the trace', () => waysOf(traceId, /^navigation/))
    expect(ways).toContain('navigation > http.client > http.server > loader > db')
    await page.context().close()
  })

  it('goes on from the document that the server rendered', async () => {
    const page = await openAsOwner(browser, desk)
    await page.goto('/issues')
    const traceId = traceIdOf(await page.locator('meta[name="sentry-trace"]').getAttribute('content'))
    // The server's part and the page's arrive one by one, in either order.
    const ways = await eventually('the trace', () => waysOf(traceId, /^http\.server > pageload/))
    expect(ways).toContain('http.server > loader > db')
    expect(ways).toContain('http.server > render')
    await page.context().close()
  })

  it('is delivered of a page that is hidden while it navigates', async () => {
    const page = await openSparing('/issues')
    const asked = page.waitForRequest((request) => request.url().includes('/projects/index.pageContext.json'))
    await click(page, 'Projects')
    const traceId = traceIdOf((await asked).headers()['sentry-trace'])
    await page.close({ runBeforeUnload: false })
    await eventually('the trace of the hidden page', () => waysOf(traceId, /^navigation/))
  })
})

describe('a reporting endpoint that misbehaves', () => {
  const mistakes = [
    ['hangs', undefined],
    ['answers 429', 429],
    ['answers 413', 413],
    ['answers 500', 500],
    ['answers garbage', 200],
  ] as const
  it.each(someOf(mistakes, 2))('changes nothing that a visitor sees when it %s', async (_name, status) => {
    const page = await openAsOwner(browser, desk)
    const errors = collectErrors(page)
    await page.route('**/tunnel', async (route) => {
      if (status !== undefined)
        await route.fulfill({ status, body: '\u0000{"half', headers: { 'retry-after': 'soon' } })
    })
    await page.goto('/playground')
    await hydrated(page)
    await page.getByRole('button', { name: 'In a promise' }).click()
    await page.getByRole('status').filter({ hasText: 'The page still works' }).waitFor()
    await page.getByRole('link', { name: 'Projects' }).first().click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    expect(errors.filter((error) => !/rejected a promise|status of \d+/.test(error))).toEqual([])
    await page.context().close()
  })
})

it('a page load is a session of its release, navigations are part of it, and a failure that nobody handles ends it', async () => {
  const page = await openAsOwner(browser, desk)
  const told: string[] = []
  page.on('request', (request) => {
    const [, header = '', payload = ''] = request.url().endsWith('/tunnel')
      ? (request.postData()?.split('\n') ?? [])
      : []
    if (header === '{"type":"session"}') told.push(JSON.parse(payload).sid)
  })
  await page.goto('/playground')
  const sid = await eventually('the session', async () => told[0])
  expect(await eventually('its row', () => findSession(sid))).toMatchObject({
    health: 'healthy',
    errors: 0,
    environment: 'production',
  })
  await page.getByRole('button', { name: 'In a promise' }).click()
  await eventually('the failure', async () => ((await findSession(sid))?.errors ? true : undefined))
  // `unhandled` is what @sentry/browser calls a page's crash.
  expect(await findSession(sid)).toMatchObject({ health: 'unhandled', errors: 1 })
  await click(page, 'Projects')
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  expect(new Set(told)).toEqual(new Set([sid]))
  await page.context().close()
})

async function findSession(sid: string) {
  const sql = 'select health, errors, environment from release_session where session_id = ?'
  const [row] = await queryDesk<{ health: string; errors: number; environment: string }>(desk, sql, [sid])
  return row
}

/** A page that fetches nothing ahead, as its connection saves data, so that the click is what asks. */
async function openSparing(path: string): Promise<Page> {
  const page = await openAsOwner(browser, desk)
  await page.goto(path)
  await hydrated(page)
  return page
}

/** Without the pointer's way there, which would be a wish for the page already. */
function click(page: Page, name: string): Promise<void> {
  return page.getByRole('link', { name }).first().dispatchEvent('click')
}

function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

function traceIdOf(header: string | null | undefined): string {
  const traceId = /^([0-9a-f]{32})-/.exec(header ?? '')?.[1]
  if (traceId === undefined) throw new Error(`Cannot read a trace from ${header}`)
  return traceId
}

/** Every way from a root down, as operations; undefined until one that `matches` is there. */
async function waysOf(traceId: string, matches: RegExp): Promise<string[] | undefined> {
  const { status, body } = await api.get<SpanAnswer[]>(`/api/0/organizations/desk/trace/${traceId}/`)
  if (status !== 200) return undefined
  const ways = body.flatMap((root) => waysBelow(root, []))
  return ways.some((way) => matches.test(way)) ? ways : undefined
}

function waysBelow({ op, children }: SpanAnswer, above: string[]): string[] {
  const way = [...above, op]
  return [way.join(' > '), ...children.flatMap((child) => waysBelow(child, way))]
}
