import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '#tests/support/browser/browser.ts'
import { eventually } from '#tests/support/desk/api-client.ts'
import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { installOnDemand } from '#tests/support/run/bench-packages.ts'
import { isFull } from '#tests/support/run/doses.ts'

/** Packages of 200 MB, which are installed when this runs first: not in `npm test`. */
describe.runIf(isFull)('Sentry’s plugins for build tools, unmodified', { timeout: 120_000 }, () => {
  let desk: DeskProcess
  let browser: Browser
  let fixture: string
  let dsn: string
  let token: string

  beforeAll(async () => {
    fixture = await installOnDemand('build-tools')
    desk = await startDesk({ env: { TELEMETRY_ADAPTER: 'none' } })
    dsn = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')).dsn
    token = JSON.parse(await desk.cli('token', 'add', 'ci', '--scope', 'releases', '--json')).token
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
    const page = await browser.newPage()
    try {
      const sent = page.waitForRequest((request) => (request.postData() ?? '').includes('"type":"event"'))
      await page.goto(`http://127.0.0.1:${port}/?dsn=${encodeURIComponent(dsn)}`)
      const [header = ''] = ((await sent).postData() ?? '').split('\n', 1)
      return JSON.parse(header).event_id
    } finally {
      await page.close()
      server.close()
    }
  }

  it.each(['vite', 'webpack', 'rollup', 'esbuild'])(
    'upload the build of %s, so that an error in Chromium is read with its source',
    async (tool) => {
      const eventId = await throwIn(await build(tool))
      const [frame] = await eventually('the mapped event', async () => {
        const { frames } = JSON.parse(await desk.cli('sourcemaps', 'explain', eventId, '--json'))
        return frames[0].verdict === 'mapped' ? frames : undefined
      })
      expect(frame.frame).toMatch(/^(?:Cart\.)?priceOf \S*src\/cart\.ts:15:\d+$/)
      expect(frame.problem).toMatch(/^Mapped by debug id; sent as http:\/\/127\.0\.0\.1:/)
    },
  )
})

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
