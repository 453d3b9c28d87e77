import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/browser/browser.ts'
import { keepPage } from '#tests/support/browser/kept-page.ts'
import { type ApiClient, createApiClient, eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData } from '#tests/support/desk/desk-process.ts'
import { startPreparedDesk } from '#tests/support/desk/prepared/prepared-desk.ts'
import { installOnDemand } from '#tests/support/run/bench-packages.ts'
import { isFull } from '#tests/support/run/doses.ts'
import { buildApp, startApp } from '#tests/support/sites/framework-app.ts'
import { FRAMEWORKS } from '#tests/support/sites/frameworks.ts'
import { findSnippet, readSnippets } from '#tests/support/sites/snippet-app.ts'

/** Packages of 1.7 GB, which are installed when this runs: not in `npm test`. */
describe.runIf(isFull)('Sentry’s plugins for build tools, and SDKs, unmodified', { timeout: 400_000 }, () => {
  let desk: DeskProcess
  let browser: Browser
  let fixture: string
  let dsn: string
  let token: string
  let api: ApiClient
  const openPage = keepPage({ browser: () => browser, desk: () => desk })

  beforeAll(async () => {
    fixture = await installOnDemand('build-tools')
    desk = await startPreparedDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
    dsn = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')).dsn
    token = JSON.parse(await desk.cli('token', 'add', 'ci', '--scope', 'releases', '--json')).token
    api = await createApiClient(desk)
    browser = await launchChromium()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await desk.stop()
    await removeData(desk)
  })

  async function build(tool: string): Promise<string> {
    const folder = join(fixture, 'dist', tool)
    const { PATH = '' } = process.env
    const env = { PATH, HOME: fixture, SENTRY_AUTH_TOKEN: token, DESK_URL: desk.url }
    await promisify(execFile)(process.execPath, [join(fixture, 'build.js'), tool, folder], {
      cwd: fixture,
      env,
    })
    return folder
  }

  /** Opens the page of a build, and gives the id of the event that its SDK sends. */
  async function throwIn(folder: string): Promise<string> {
    const names = await readdir(folder, { recursive: true })
    const script = names.find((name) => name.endsWith('.js')) ?? ''
    const server = await serve(folder, `<script type="module" src="/${script}"></script>`)
    const { port } = server.address() as AddressInfo // it listens on a port
    try {
      return await eventIdFrom(`http://127.0.0.1:${port}/?dsn=${encodeURIComponent(dsn)}`)
    } finally {
      server.close()
    }
  }

  /** The id of the event that a page sends. */
  async function eventIdFrom(url: string): Promise<string> {
    const page = await browser.newPage()
    try {
      const sent = page.waitForRequest((request) => (request.postData() ?? '').includes('"type":"event"'))
      await page.goto(url)
      const request = await sent
      expect((await request.response())?.status()).toBe(200) // closing the page earlier can cancel the request
      const [header = ''] = (request.postData() ?? '').split('\n', 1)
      return JSON.parse(header).event_id
    } finally {
      await page.close()
    }
  }

  /** Waits until the innermost frame of an event is at this place of the sources. */
  async function expectPlace(
    event: string,
    place: RegExp,
    verdicts = ['mapped'],
  ): Promise<{ problem: string }> {
    let last = ''
    return eventually('the place', async () => {
      const { frames } = JSON.parse(await desk.cli('sourcemaps', 'explain', event, '--json'))
      last = JSON.stringify(frames[0])
      return verdicts.includes(frames[0].verdict) && place.test(frames[0].frame) ? frames[0] : undefined
    }).catch((cause) => {
      throw new Error(`Cannot find ${place}: the frame is ${last}`, { cause })
    })
  }

  it.each(['vite', 'webpack', 'rollup', 'esbuild'])(
    'upload the build of %s, so that an error in Chromium is read with its source',
    async (tool) => {
      const place = /^(?:Cart\.)?priceOf \S*src\/cart\.ts:15:\d+$/
      const { problem } = await expectPlace(await throwIn(await build(tool)), place)
      expect(problem).toMatch(/^Mapped by debug id; sent as http:\/\/127\.0\.0\.1:/)
    },
  )

  async function readShownLines(project: string, platform: string, uploadBy: string) {
    const page = await openPage()
    const detailsOf = (name: string) =>
      page
        .getByRole('main')
        .locator('details')
        .filter({ has: page.locator('summary').getByText(name, { exact: true }) })
    await page.goto(`/projects/${project}`)
    const setUp = await readSnippets(detailsOf(platform))
    await page.goto(`/projects/${project}/source-maps`)
    return { setUp, upload: findSnippet(await readSnippets(detailsOf(uploadBy)), uploadBy) }
  }

  it.each(FRAMEWORKS)('report both sides of $platform as the set-up pages say', async (framework) => {
    const { name, platform, uploadBy, testPath, testPlace } = framework
    await desk.cli('project', 'add', name)
    const app = await startApp(
      framework,
      await buildApp(framework, await readShownLines(name, platform, uploadBy), token),
    )
    try {
      expect((await fetch(app.url + testPath)).status).toBe(500)
      const onServer = await eventually(`the server’s event; it printed: ${app.output()}`, async () => {
        const { body } = await api.get<{ shortId: string }[]>(`/api/0/projects/desk/${name}/issues/`)
        return body[0]?.shortId
      })
      await expectPlace(onServer, testPlace, ['mapped', 'already_mapped'])
      const inBrowser = await eventIdFrom(app.url)
      await expectPlace(inBrowser, /^Cart\.priceOf \S*cart\.js:10:23$/)
      await expectEvent(name, inBrowser)
      await expectEvent(name, await eventIdOf(onServer))
    } finally {
      await app.stop()
    }
  })

  async function eventIdOf(issue: string): Promise<string> {
    return JSON.parse(await desk.cli('sourcemaps', 'explain', issue, '--json')).eventId
  }

  /** It has what the set-up page sets, and its trace is there. */
  async function expectEvent(project: string, id: string): Promise<void> {
    const { body } = await api.get<SentEvent>(`/api/0/projects/desk/${project}/events/${id}/`)
    expect(body).toMatchObject({ release: { version: 'my-app@1.0.0' }, environment: 'production' })
    await eventually('its trace', async () => {
      const { body: spans } = await api.get<{ transaction: string }[]>(
        `/api/0/organizations/desk/trace/${body.contexts.trace.trace_id}/`,
      )
      return spans.length > 0 ? spans : undefined
    })
  }
})

interface SentEvent {
  contexts: { trace: { trace_id: string } }
}

async function serve(folder: string, html: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/') return void response.setHeader('content-type', 'text/html').end(html)
    const file = await readFile(join(folder, pathname)).catch(() => undefined)
    if (file === undefined) return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/javascript').end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
