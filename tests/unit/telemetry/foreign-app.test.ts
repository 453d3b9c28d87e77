import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { promisify } from 'node:util'
import { Window } from 'happy-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { startUpstream } from '#tests/support/servers/upstream.ts'
import { makeScratch } from '#tests/support/store/scratch.ts'

/** An application with a package of its own, that has ours linked below its `node_modules`. */
async function install(): Promise<string> {
  const directory = await makeScratch()
  await cp(join(repositoryRoot, 'tests/fixtures/foreign-app'), directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), JSON.stringify({ name: 'foreign', type: 'module' }))
  await mkdir(join(directory, 'node_modules'))
  await symlink(repositoryRoot, join(directory, 'node_modules/crumbtrail'))
  return directory
}

/** In a process of its own: this one is a test's, which React's build would notice. */
async function buildPage(directory: string): Promise<string> {
  const vite = join(repositoryRoot, 'node_modules/.bin/vite')
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(vite, ['build'], { cwd: directory, env })
  return join(directory, 'dist/app.js')
}

async function startServer(directory: string, ...args: string[]) {
  const server = spawn(process.execPath, ['app.mjs', ...args], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => stop(server))
  for await (const line of createInterface(server.stdout)) return { server, url: line }
  throw new Error('Cannot start the foreign application: it ended')
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill()
  await once(server, 'exit')
}

it("another application takes telemetry by its package's name, on its server and in its page", {
  timeout: 60_000,
}, async () => {
  const directory = await install()
  const page = await buildPage(directory)
  const { host, received } = await startUpstream()
  const { server, url } = await startServer(directory, `http://abc@${host}/1`, page)

  const answer = await fetch(`${url}/fail`)
  const { digest } = JSON.parse(await answer.text())
  expect(answer.status).toBe(500)
  expect(digest).toMatch(/^[0-9A-Z]{6}-[0-9A-Z]{6}$/)
  await vi.waitFor(() => expect(received).toHaveLength(1), 5000)
  const event = JSON.parse(received[0]?.body.split('\n')[2] ?? '')
  expect(event).toMatchObject({
    release: 'foreign@1',
    contexts: { error: { digest } },
    breadcrumbs: { values: [{ category: 'cart', message: 'looked up a price' }] },
    exception: { values: [{ type: 'TypeError', value: 'no price', mechanism: { handled: false } }] },
  })

  expect(await (await fetch(`${url}/app.js`)).text()).toBe(await readFile(page, 'utf8'))
  await stop(server)
  expect(server.exitCode).toBe(0)
})

it('and its page has in it what it asked for, and no more', { timeout: 60_000 }, async () => {
  const code = await readFile(await buildPage(await install()), 'utf8')
  const contained = (...texts: string[]) => texts.filter((text) => code.includes(text))
  expect(contained('/tunnel', 'crumbtrail.queue', 'empty cart')).toHaveLength(3)
  // Of OTLP, of the console adapter, of the server, of tracing.
  expect(contained('resourceSpans', 'caused by', 'Cannot parse the DSN', 'http.server', 'baggage')).toEqual(
    [],
  )
})

it('and reports from that page what its React could not render', { timeout: 60_000 }, async () => {
  const code = await readFile(await buildPage(await install()), 'utf8')
  const window = new Window({
    url: 'https://shop.example/',
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  })
  onTestFinished(() => window.happyDOM.close())
  const sent: { url: string; body: string }[] = []
  Object.assign(window, {
    fetch: async (url: string, init: RequestInit) => {
      sent.push({ url, body: String(init.body) })
      return new Response('{}')
    },
  })
  window.console.error = () => {} // React says there, too, what it could not render
  window.document.body.innerHTML = '<div id="root"></div>'
  window.eval(code)
  await vi.waitFor(() => expect(sent).toHaveLength(1), 5000)
  expect(sent[0]?.url).toBe('/tunnel')
  expect(JSON.parse(sent[0]?.body.split('\n')[2] ?? '')).toMatchObject({
    release: 'foreign@1',
    platform: 'javascript',
    exception: { values: [{ type: 'RangeError', value: 'empty cart', mechanism: { type: 'react.caught' } }] },
    contexts: { react: { componentStack: expect.any(String) } },
  })
  expect(window.document.body.textContent).toContain('a client-side exception has occurred')
})
