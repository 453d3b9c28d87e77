import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from './api-client.ts'
import type { DeskProcess } from './desk-process.ts'
import { forward } from './processes/forward.ts'

interface ProxiedRequest {
  method: string
  /** Path and query. */
  url: string
  /** For a payload: the page that it is of, query included. */
  payloadOf: string | undefined
  state: 'held' | 'passed' | 'gone'
}

export interface DeskProxy {
  url: string
  /** All requests so far, in the order in which they arrived. */
  requests: ProxiedRequest[]
  /** Those for the data of a page: all, or one page's. */
  payloads(page?: string): ProxiedRequest[]
  /** Lets what matches wait, from now on. */
  hold(matches: (one: ProxiedRequest) => boolean): void
  /** Answers what matches in the desk's stead, from now on. */
  answer(matches: (one: ProxiedRequest) => boolean, status: number, body?: string): void
  /** Lets what waits go on: all, or what matches. */
  release(matches?: (one: ProxiedRequest) => boolean): void
  held(): ProxiedRequest[]
  /** Resolves when as many requests wait. */
  untilHeld(count: number): Promise<ProxiedRequest[]>
  /** Back to passing everything; forgets what was asked. */
  reset(): void
  close(): Promise<void>
}

/** A desk seen through a wire that can be counted on, and cut. */
export async function startDeskProxy(desk: DeskProcess): Promise<DeskProxy> {
  const requests: ProxiedRequest[] = []
  const waiting = new Map<ProxiedRequest, () => void>()
  let holds: ((one: ProxiedRequest) => boolean)[] = []
  let answers: { matches: (one: ProxiedRequest) => boolean; status: number; body: string }[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    const one: ProxiedRequest = { method, url, payloadOf: payloadOf(url), state: 'passed' }
    requests.push(one)
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) one.state = 'gone'
      waiting.delete(one)
    })
    if (holds.some((matches) => matches(one))) {
      one.state = 'held'
      await new Promise<void>((resolve) => waiting.set(one, resolve))
      waiting.delete(one)
      one.state = 'passed'
    }
    const own = answers.find(({ matches }) => matches(one))
    if (own === undefined) forward(desk.url, incoming, outgoing)
    else outgoing.writeHead(own.status, { 'content-type': 'text/plain' }).end(own.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const release: DeskProxy['release'] = (matches = () => true) => {
    for (const [one, go] of waiting) if (matches(one)) go()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    payloads: (page) =>
      requests.filter((one) => one.payloadOf !== undefined && (page === undefined || one.payloadOf === page)),
    hold: (matches) => holds.push(matches),
    answer: (matches, status, body = '') => answers.push({ matches, status, body }),
    release,
    held: () => [...waiting.keys()],
    untilHeld: (count) =>
      eventually(`${count} waiting requests`, async () =>
        waiting.size === count ? [...waiting.keys()] : undefined,
      ),
    reset() {
      holds = []
      answers = []
      release()
      requests.length = 0
    },
    close() {
      release()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function payloadOf(url: string): string | undefined {
  const [, path, query] = /^(.*)\/index\.pageContext\.json(\?.*)?$/.exec(url) ?? []
  return path === undefined ? undefined : (path || '/') + (query ?? '')
}
