import type { PageData } from '#renderer/page/page-data.ts'
import { type Payload, withNow } from '#renderer/page/payload.ts'
import { payloadPath } from '#renderer/paths.ts'
import { originalOf } from '#telemetry/instrument/wrap.ts'
import type { RunOptions } from './prefetch-queue.ts'
import type { RoutePayload } from './route-cache.ts'

/** What asking for a page's data came to. */
export type LoadedPage =
  | { kind: 'found'; payload: RoutePayload }
  | { kind: 'missing' }
  | { kind: 'failed'; digest: string | undefined }
  /** Offline, a proxy's page, a server of another version. */
  | { kind: 'unreadable' }
  /** Given up: nobody waits for it. */
  | { kind: 'aborted' }

/**
 * Asks for the data of a page; `key` is its address. What nobody waits for leaves by the page's own `fetch`, past
 * telemetry: a list of links would fill the trail that leads to an error, and no trace is about it.
 */
export async function loadPayload(
  key: string,
  { signal, isNavigation }: RunOptions,
  request: typeof fetch = isNavigation ? fetch : originalOf(fetch),
): Promise<LoadedPage> {
  try {
    const response = await request(payloadPath(key), {
      headers: { accept: 'application/json' },
      priority: isNavigation ? 'auto' : 'low',
      signal,
    })
    const body = await response.text()
    // To parse all of it takes a slow processor as long as a frame or several: that is for whoever shows the page.
    const [, kind] = /^\{"(action|data|redirect|error)":.*\}$/s.exec(body) ?? []
    if (kind === 'error') {
      const { error } = JSON.parse(body) as Extract<Payload, { error: unknown }> // as it begins
      return response.status < 500 ? { kind: 'missing' } : { kind: 'failed', digest: error.digest }
    }
    // what the payload address of this application does not answer
    if (!kind) return { kind: 'unreadable' }
    return { kind: 'found', payload: { body, answeredAt: response.headers.get('date') } }
  } catch {
    return { kind: signal.aborted ? 'aborted' : 'unreadable' }
  }
}

/** What is in a payload that was found. */
export function readPayload({ body, answeredAt }: RoutePayload): { data: PageData } | { redirect: string } {
  const answer = JSON.parse(body) as Exclude<Payload, { error: unknown }> // `loadPayload` keeps errors apart
  return 'redirect' in answer ? answer : { data: withNow(answer.data, answeredAt) }
}

/** Where a payload leads on to, if it does. */
export function findRedirect({ body }: RoutePayload): string | undefined {
  if (!body.startsWith('{"redirect"')) return undefined
  return (JSON.parse(body) as Extract<Payload, { redirect: string }>).redirect // as it begins
}
