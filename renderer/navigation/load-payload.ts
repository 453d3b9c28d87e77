import type { PageData } from '#renderer/page/page-data.ts'
import { type Payload, withNow } from '#renderer/page/payload.ts'
import { payloadPath } from '#renderer/paths.ts'
import { originalOf } from '#telemetry/instrument/wrap.ts'
import type { RunOptions } from './prefetch/prefetch-queue.ts'
import type { RoutePayload } from './route-cache.ts'

/** The result of a request for a page's data. */
export type LoadedPage =
  | { kind: 'found'; payload: RoutePayload }
  | { kind: 'missing' }
  | { kind: 'failed'; digest: string | undefined }
  /** The browser is offline, a proxy answered, or the server has another version. */
  | { kind: 'unreadable' }
  /** The request was cancelled, since nobody waits for it. */
  | { kind: 'aborted' }

/**
 * Requests the data of a page; `key` is its address. Requests that nobody waits for use the page's
 * original `fetch` and bypass telemetry: a list of links would fill the breadcrumbs, and no trace is about
 * them.
 */
export async function loadPayload(
  key: string,
  { signal, isNavigation }: RunOptions,
  request: typeof fetch = isNavigation ? fetch : originalOf(fetch),
): Promise<LoadedPage> {
  try {
    const response = await request(payloadPath(key), {
      headers: { accept: 'application/json' },
      // On the way back, Chromium would answer from its cache, unasked, until the document's load event.
      cache: 'no-cache',
      priority: isNavigation ? 'auto' : 'low',
      signal,
    })
    const body = await response.text()
    // Parsing all of it takes a slow processor one frame or more, so it is left to the code that shows the
    // page.
    const [, kind] = /^\{"(action|data|redirect|error)":.*\}$/s.exec(body) ?? []
    if (kind === 'error') {
      // The check is at the beginning of the text.
      const { error } = JSON.parse(body) as Extract<Payload, { error: unknown }>
      return response.status < 500 ? { kind: 'missing' } : { kind: 'failed', digest: error.digest }
    }
    // The payload address of this application never answers like this.
    if (!kind) return { kind: 'unreadable' }
    return { kind: 'found', payload: { body, answeredAt: response.headers.get('date') } }
  } catch {
    return { kind: signal.aborted ? 'aborted' : 'unreadable' }
  }
}

/** Parses a payload that was found. */
export function readPayload({ body, answeredAt }: RoutePayload): { data: PageData } | { redirect: string } {
  // `loadPayload` has already sorted out errors.
  const answer = JSON.parse(body) as Exclude<Payload, { error: unknown }>
  return 'redirect' in answer ? answer : { data: withNow(answer.data, answeredAt) }
}

/** The address that a payload redirects to, if it does. */
export function findRedirect({ body }: RoutePayload): string | undefined {
  if (!body.startsWith('{"redirect"')) return undefined
  // The check is at the beginning of the text.
  return (JSON.parse(body) as Extract<Payload, { redirect: string }>).redirect
}
