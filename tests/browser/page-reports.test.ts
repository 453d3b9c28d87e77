import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ensureBuild } from '#server/hosting/build.ts'
import { closeWindows, hydrated, launchChromium, openAsOwner } from '#tests/support/browser/browser.ts'
import { createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import { copyDesk } from '#tests/support/desk/desk-copy.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sharedDesk } from '#tests/support/desk/shared-desk.ts'
import { startTestDesk } from '#tests/support/desk/test-desk.ts'
import { someOf } from '#tests/support/run/doses.ts'
import { rewriteLogs, rewriteTraces } from '#tests/support/servers/collector.ts'
import { startUpstream } from '#tests/support/servers/upstream.ts'

/** Pages whose adapter is another one than the server's, as an operator sets it. */
const pages = { BROWSER_TELEMETRY_ADAPTER: 'otlp,console' }
let copy: Awaited<ReturnType<typeof copyDesk>>
let browser: Browser
/** The desk that another one reports to. */
let receiver: DeskProcess

beforeAll(async () => {
  copy = await copyDesk()
  await ensureBuild({ root: copy.root, env: { ...process.env, ...pages }, say: () => {} })
  browser = await launchChromium()
})

beforeAll(async () => {
  receiver = await sharedDesk()
})

afterAll(async () => {
  await closeWindows(browser)
  await copy.remove()
})

async function start(env: Record<string, string>): Promise<DeskProcess> {
  const desk = await startTestDesk({ root: copy.root, env: { ...pages, ...env } })
  return desk
}

/** Breaks the playground in the browser; what the page's console was told. */
async function failInBrowser(desk: DeskProcess): Promise<string[]> {
  const page = await openAsOwner(browser, desk)
  onTestFinished(() => page.context().close())
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/playground')
  await hydrated(page)
  await page.getByRole('button', { name: 'In a promise' }).click()
  await eventually('the console adapter', async () => said.find((text) => /^\[error\]/.test(text)))
  await page.goto('about:blank')
  return said
}

/** Each of them starts a desk. One whose server sends to the same place is where both could be mixed up. */
const serverAdapters = someOf(['otlp', 'console', 'none'], 1)

describe.each(serverAdapters)('with TELEMETRY_ADAPTER=%s', (serverAdapter) => {
  it('pages report by the adapters that BROWSER_TELEMETRY_ADAPTER names', async () => {
    const collector = await startUpstream((response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', 'content-type,x-public')
      response.end('{}')
    })
    const desk = await start({
      TELEMETRY_ADAPTER: serverAdapter,
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-secret=for%20the%20server',
      BROWSER_OTLP_HEADERS: 'x-public=shown',
    })
    expect(await failInBrowser(desk)).toContainEqual(
      expect.stringContaining('The playground rejected a promise'),
    )
    const ofPages = () =>
      collector.received.filter(({ body }) => body.includes('"stringValue":"crumbtrail-browser"'))
    const log = await eventually('a log', async () => ofPages().find(({ url }) => url === '/otlp/v1/logs'))
    const trace = await eventually('a trace', async () =>
      ofPages().find(({ url }) => url === '/otlp/v1/traces'),
    )
    expect(log.body).toContain('The playground rejected a promise')
    expect(rewriteLogs(JSON.parse(log.body))).toEqual(JSON.parse(log.body))
    expect(rewriteTraces(JSON.parse(trace.body))).toEqual(JSON.parse(trace.body))
    for (const { headers } of ofPages()) {
      expect(headers).toMatchObject({ 'x-public': 'shown' })
      expect(headers).not.toHaveProperty('x-secret')
    }
    const document = await (await fetch(`${desk.url}/sign-in`)).text()
    expect(document).toContain('crumbtrail-telemetry')
    expect(document).not.toMatch(/x-secret|for the server|for%20the%20server/)
    // What the server sends has its own headers.
    for (const { headers, body } of collector.received) {
      if (headers['access-control-request-method'] || body.includes('crumbtrail-browser')) continue
      if (body !== '') expect(headers).toMatchObject({ 'x-secret': 'for the server' })
    }
  })
})

it('a desk reports to another one by OTLP, its server and its pages', async () => {
  const added = await receiver.cli('project', 'add', 'Reported', '--json')
  const { dsn } = JSON.parse(added) as { dsn: string } // our own CLI
  const { origin, username, pathname } = new URL(dsn)
  const auth = `x-sentry-auth=sentry%20sentry_key=${username}`
  const desk = await start({
    TELEMETRY_ADAPTER: 'otlp',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${origin}/api${pathname}/otlp`,
    OTEL_EXPORTER_OTLP_HEADERS: auth,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    BROWSER_OTLP_HEADERS: auth,
  })
  await failInBrowser(desk)
  const server = await fetch(`${desk.url}/sign-in`)
  expect(server.status).toBe(200)
  const client = await createApiClient(receiver)
  await eventually('the failure of the page', async () => {
    const issues = JSON.stringify(await client.get('/api/0/projects/desk/reported/issues/'))
    return issues.includes('The playground rejected a promise') || undefined
  })
  expect(desk.output()).not.toContain('Telemetry dropped')
})
