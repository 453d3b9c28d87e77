import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithTests } from '#tests/support/run/end-with-tests.ts'
import { findOrInstallChromium } from './find-chromium.ts'

export interface RawPage {
  /** Opens an address by the browser, and resolves when it has loaded. */
  open(url: string): Promise<void>
  /** As the browser's own button, without a word to the page that comes back. */
  back(): Promise<void>
  setCookie(url: string, cookie: string): Promise<void>
  clearCookies(): Promise<void>
  evaluate<T>(expression: string): Promise<T>
  close(): Promise<void>
}

/**
 * A page of a Chromium that nothing else talks to: Playwright looks into each document that comes, and one that
 * is looked into leaves the bfcache. https://chromedevtools.github.io/devtools-protocol/
 */
export async function openRawPage(): Promise<RawPage> {
  const profile = await mkdtemp(join(tmpdir(), 'crumbtrail-chromium-'))
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0']
  const child = spawn(findOrInstallChromium(), [...args, `--user-data-dir=${profile}`, 'about:blank'])
  endWithTests(child)
  const endpoint = await endpointOf(child)
  const targets = (await (await fetch(`http://${endpoint}/json/list`)).json()) as {
    type: string
    webSocketDebuggerUrl: string
  }[] // the protocol's own
  const url = targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl
  if (url === undefined) throw new Error('Cannot open page: Chromium has none')
  const { send, next, close } = await connect(url)
  await send('Page.enable')
  return {
    async open(address) {
      const loaded = next('Page.loadEventFired')
      await send('Page.navigate', { url: address })
      await loaded
    },
    async back() {
      const { currentIndex, entries } = await send<{ currentIndex: number; entries: { id: number }[] }>(
        'Page.getNavigationHistory',
      )
      const navigated = next('Page.frameNavigated')
      await send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id })
      await navigated
    },
    async setCookie(address, cookie) {
      const [name, value] = cookie.split('=', 2)
      await send('Network.setCookie', { url: address, name, value, httpOnly: true })
    },
    async clearCookies() {
      await send('Network.clearBrowserCookies')
    },
    async evaluate<T>(expression: string) {
      const { result } = await send<{ result: { value: T } }>('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      return result.value
    },
    async close() {
      close()
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output += String(chunk)
      const endpoint = /DevTools listening on ws:\/\/([^/]+)/.exec(output)?.[1]
      if (endpoint !== undefined) resolve(endpoint)
    })
    child.once('exit', (code) => reject(new Error(`Cannot start Chromium: it ended with ${code}\n${output}`)))
  })
}

interface Message {
  id?: number
  method?: string
  result?: unknown
  error?: { message: string }
}

async function connect(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const heard = new Set<(message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message // the protocol's own
    for (const listener of heard) listener(message)
  })
  const wait = (matches: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const listener = (message: Message): void => {
        if (!matches(message)) return
        heard.delete(listener)
        resolve(message)
      }
      heard.add(listener)
    })
  let lastId = 0
  return {
    next: (method: string) => wait((message) => message.method === method),
    async send<T>(method: string, params: object = {}): Promise<T> {
      const id = ++lastId
      const answered = wait((message) => message.id === id)
      socket.send(JSON.stringify({ id, method, params }))
      const { result, error } = await answered
      if (error !== undefined) throw new Error(`Cannot ${method}: ${error.message}`)
      return result as T // as the protocol describes it
    },
    close: () => socket.close(),
  }
}
