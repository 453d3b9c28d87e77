import { originalOf } from '../../telemetry/instrument/wrap.ts'
import type { PageData } from '../page-data.ts'
import { payloadPath } from '../paths.ts'
import { type Payload, withNow } from '../payload.ts'
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
    const answer = parsePayload(body)
    if (!('error' in answer)) {
      return { kind: 'found', payload: { body, answeredAt: response.headers.get('date') } }
    }
    return response.status < 500 ? { kind: 'missing' } : { kind: 'failed', digest: answer.error.digest }
  } catch {
    return { kind: signal.aborted ? 'aborted' : 'unreadable' }
  }
}

/** What is in a payload that was found. */
export function readPayload({ body, answeredAt }: RoutePayload): { data: PageData } | { redirect: string } {
  const answer = JSON.parse(body) as Exclude<Payload, { error: unknown }> // `loadPayload` keeps errors apart
  return 'redirect' in answer ? answer : { data: withNow(answer.data, answeredAt) }
}

/** Throws for anything that the payload address of this application does not answer. */
function parsePayload(body: string): Payload {
  const value: unknown = JSON.parse(body)
  if (
    typeof value === 'object' &&
    value !== null &&
    ('data' in value || 'redirect' in value || 'error' in value)
  ) {
    return value as Payload // one of its three shapes, from this origin
  }
  throw new TypeError('Cannot read payload: it has neither data nor a redirect nor an error')
}
