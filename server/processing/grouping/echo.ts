import type { NormalizedEvent } from '#server/processing/event.ts'
import { sideOf } from '#server/processing/normalize/spans/span-side.ts'
import type { Side } from '#server/processing/span.ts'

/**
 * All that production builds tell a browser of what failed on the server. React's numbers and sentences:
 * https://react.dev/errors/441 (a server component) and https://react.dev/errors/419 (a Suspense boundary). The last is
 * React Router's and Remix's, which serialise errors of loaders so.
 */
const ECHOES = [
  /^Minified React error #(?:419|441)(?!\d)/,
  /^An error occurred in the Server Components render\b/,
  /^The server could not finish this Suspense boundary\b/,
  /^Unexpected Server Error$/,
]

/** SDKs of servers that run no Node keep the platform `javascript`; what they run in is said beside it. */
const SERVER_RUNTIMES = new Set([
  'node',
  'bun',
  'deno',
  'cloudflare',
  'vercel-edge',
  'edge-runtime',
  'workerd',
])

/** Where an event was caught. */
export function eventSideOf({
  platform,
  sdk,
  contexts,
}: Pick<NormalizedEvent, 'platform' | 'sdk' | 'contexts'>): Side {
  const runtime = contexts.runtime?.name
  if (typeof runtime === 'string' && SERVER_RUNTIMES.has(runtime.toLowerCase())) return 'server'
  return sideOf({ platform, sdk: sdk?.name, op: '' })
}

/**
 * Whether the event says only that something failed elsewhere: the server knows what, and reports it in an event of its
 * own. While Next.js renders a document, its server meets the echo too.
 */
export function isEcho({ exception }: Pick<NormalizedEvent, 'exception'>): boolean {
  return echoTextOf(exception) !== undefined
}

/** Whether the event tells of the failure where it happened: what a digest leads to. */
export function tellsOfServer(event: NormalizedEvent): boolean {
  return eventSideOf(event) === 'server' && !isEcho(event)
}

/** What the echo says: `Minified React error #441`, without the address that follows. */
export function echoTextOf({ values }: NormalizedEvent['exception']): string | undefined {
  const value = values.at(-1)?.value
  if (value === undefined) return undefined
  for (const pattern of ECHOES) {
    const found = pattern.exec(value)
    if (found) return found[0]
  }
  return undefined
}
