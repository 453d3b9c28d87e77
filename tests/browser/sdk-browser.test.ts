import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, launchChromium } from '#tests/support/browser/browser.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { someOf } from '#tests/support/run/doses.ts'
import { serveFolder } from '#tests/support/servers/static-site.ts'
import { openSdkInbox, type SdkInbox } from '#tests/support/store/sdk-inbox.ts'

let browser: Browser
let site: Awaited<ReturnType<typeof serveFolder>>
let outDir: string

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'sdk-browser-'))
  await build({
    root: join(repositoryRoot, 'tests', 'fixtures', 'sdk-browser'),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'esnext' },
  })
  site = await serveFolder(outDir)
  browser = await launchChromium()
})

afterAll(async () => {
  await closeWindows(browser)
  await site.close()
  await rm(outDir, { recursive: true })
})

const SDKS = [
  { version: 7, lifecycle: 'static' },
  { version: 11, lifecycle: 'static' },
  { version: 11, lifecycle: 'stream' },
]
const ways = ['dsn', 'tunnel'] as const
const cases = SDKS.flatMap((sdk) => ways.map((way) => ({ ...sdk, way })))

describe.each(someOf(cases, 2))(
  '@sentry/browser $version ($lifecycle) by its $way',
  ({ version, lifecycle, way }) => {
    let inbox: SdkInbox
    let printed: string[]
    let outcomes: Record<string, number>
    const isNew = version === 11

    beforeAll(async () => {
      inbox = await openSdkInbox()
      const { dsn, tunnel = '' } = inbox.ways[way]
      const page = await browser.newPage()
      printed = await runPage(page, new URLSearchParams({ version: String(version), lifecycle, dsn, tunnel }))
      // What is counted when a page is hidden is sent as it goes, and may overtake the rest.
      outcomes = await eventually('the client report', async () => {
        const now = await inbox.outcomes()
        const isAllThere = now['error accepted'] === 3 && now['feedback accepted'] === 1
        const late = ['error client_discard before_send', 'replay filtered unsupported']
        return isAllThere && late.every((each) => now[each] !== undefined) ? now : undefined
      })
    })

    afterAll(() => inbox.close())

    const printedId = (name: string) =>
      printed.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1)

    it('is answered 200 to all that it sends', () => {
      const path = way === 'tunnel' ? '/tunnel' : '/api/1/envelope/'
      expect(inbox.requests.length).toBeGreaterThan(3) // how much goes together depends on the machine's pace
      expect(new Set(inbox.requests.map(({ path, status }) => `${status} ${path}`))).toEqual(
        new Set([`200 ${path}`]),
      )
    })

    it('has each item in one outcome', () => {
      const { 'session accepted': sessions, 'span accepted': spans, ...rest } = outcomes
      const counts = Object.entries(rest).filter(([name]) => !name.includes('client_discard'))
      expect(Object.fromEntries(counts)).toEqual({
        'error accepted': 3,
        'attachment accepted': 1,
        'feedback accepted': 1,
        'internal accepted': expect.any(Number),
        'replay filtered unsupported': expect.any(Number), // an event and a recording each, with bytes in it
        ...(lifecycle === 'static' ? { 'transaction accepted': expect.any(Number) } : {}),
        ...(isNew ? { 'log_item accepted': 1, 'trace_metric accepted': 1 } : {}),
      })
      expect(outcomes['error client_discard before_send']).toBe(1)
      expect(sessions).toBeGreaterThanOrEqual(1)
      expect(spans).toBeGreaterThanOrEqual(2)
    })

    it('brings errors and messages', async () => {
      const events = await inbox.events()
      const error = events.find(({ event_id }) => event_id === printedId('error'))
      expect(error).toMatchObject({
        release: 'shop-web@1.4.2',
        environment: 'staging',
        platform: 'javascript',
        user: { id: '8812' },
        tags: expect.arrayContaining([['checkout', 'express']]),
        request: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1/) },
        ingestion_warnings: [],
      })
      expect(error?.breadcrumbs.values.map(({ message }) => message)).toContain('added TR-42-BLK')
      expect(error?.exception.values.map(({ type }) => type)).toEqual(['TypeError', 'Error'])
      expect(events.find(({ event_id }) => event_id === printedId('message'))).toMatchObject({
        message: 'the cart is empty',
        level: 'warning',
      })
      const unhandled = events.find(({ exception }) => exception.values.at(-1)?.type === 'RangeError')
      expect(unhandled?.exception.values.at(-1)).toMatchObject({
        value: 'nobody catches this',
        mechanism: { handled: false },
      })
      expect(unhandled?.exception.values.at(-1)?.stacktrace?.frames.length).toBeGreaterThan(0)
    })

    it('brings its page load and its traces', async () => {
      const spans = await inbox.spans()
      expect(spans.find(({ op }) => op === 'pageload')).toMatchObject({
        name: '/',
        side: 'browser',
        isSegment: true,
        release: 'shop-web@1.4.2',
      })
      const action = spans.find(({ name }) => name === 'check out')
      expect(spans.find(({ name }) => name === 'add up')).toMatchObject({
        parentSpanId: action?.spanId,
        traceId: action?.traceId,
      })
    })

    it('brings files, feedback, sessions, logs and metrics', async () => {
      expect(await inbox.attachments()).toEqual([
        {
          eventId: printedId('error'),
          filename: 'cart.json',
          contentType: 'application/json',
          sizeBytes: 12,
        },
      ])
      expect(await inbox.feedback()).toMatchObject([
        {
          message: 'The button does nothing',
          name: 'Ada',
          email: 'ada@example.test',
          ...(isNew ? {} : { eventId: printedId('message') }),
        },
      ])
      const sessions = await inbox.sessions()
      expect(sessions.length).toBeGreaterThanOrEqual(1)
      expect(new Set(sessions.map(({ release }) => release))).toEqual(new Set(['shop-web@1.4.2']))
      expect(sessions.map(({ health }) => health)).toContain(isNew ? 'unhandled' : 'crashed')
      expect(await inbox.logs()).toMatchObject(isNew ? [{ level: 'warn', body: 'the cart has 0 lines' }] : [])
      expect(await inbox.metrics()).toMatchObject(isNew ? [{ name: 'orders', value: 2 }] : [])
    })
  },
)

/** Gives what the page printed. */
async function runPage(page: Page, query: URLSearchParams): Promise<string[]> {
  const printed: string[] = []
  page.on('console', (message) => printed.push(message.text()))
  const untilPrinted = (line: string) =>
    eventually(`"${line}" in ${printed}`, async () => (printed.includes(line) ? line : undefined))
  await page.goto(`${site.url}/?${query}`)
  await untilPrinted('ready')
  await page.getByRole('button', { name: 'Break' }).click()
  await page.getByRole('button', { name: 'Report' }).click()
  await untilPrinted('reported')
  await page.goto('about:blank')
  await page.close()
  return printed
}
