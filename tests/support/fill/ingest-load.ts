import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { sampleTransactionEnvelope } from '#tests/support/builders/sample-transactions.ts'
import { keyOfProject } from '#tests/support/desk/project-keys.ts'

export type Kind = 'errors' | 'transactions' | 'mix'

export interface Load {
  kind: Kind
  connections: number
  seconds: number
  /** Requests a second; as many as can be, if it is not given. */
  rate?: number
  /** Sent to one after the other; 1, if it is not given. */
  projects?: number
}

const EVENT_ID = '#'.repeat(32)
const TRACE_ID = '%'.repeat(32)
const TEMPLATES = 500

const errors = Array.from({ length: TEMPLATES }, (_, seed) => sampleEnvelope(seed * 37, EVENT_ID))
const transactions = Array.from({ length: TEMPLATES }, (_, seed) =>
  sampleTransactionEnvelope(seed, { eventId: EVENT_ID, traceId: TRACE_ID }),
)

export const bodyBytes = { errors: errors[0]?.length ?? 0, transactions: transactions[0]?.length ?? 0 }

let sent = randomBytes(4).readUInt32BE()

/** Bodies that no server has seen before: a repeat would be cheaper than what is measured. */
export function nextBody(kind: Kind): string {
  sent++
  const isError = kind === 'errors' || (kind === 'mix' && sent % 2 === 0)
  const template = (isError ? errors : transactions)[sent % TEMPLATES] ?? ''
  // A random start and a counter: sixteen random bytes would cost the sender more than the rest.
  const half = Math.imul(sent, 2_654_435_761) >>> 0
  const id = half.toString(16).padStart(16, '0') + sent.toString(16).padStart(16, '0')
  return isError
    ? template.replaceAll(EVENT_ID, id)
    : template.replace(EVENT_ID, id).replaceAll(TRACE_ID, id.slice(8, 16) + id.slice(24) + id.slice(0, 16))
}

export interface Target {
  url: string
  publicKey: string
  /** 1, if it is not given. */
  projectId?: number
}

export function sendLoad(server: Target, load: Load): Promise<autocannon.Result> {
  const { kind, connections, seconds, rate, projects = 1 } = load
  const requests = Array.from({ length: projects }, (_, index) => {
    const key = projects === 1 ? server.publicKey : keyOfProject(index + 1)
    return {
      method: 'POST' as const, // autocannon's own union
      headers: { 'content-type': 'application/x-sentry-envelope' }, // Spotlight throws away what has none
      path: `/api/${server.projectId ?? index + 1}/envelope/?sentry_version=7&sentry_key=${key}`,
      setupRequest: (request: autocannon.Request) => ({ ...request, body: nextBody(kind) }),
    }
  })
  return autocannon({
    url: server.url,
    connections,
    duration: seconds,
    requests,
    ...(rate === undefined ? {} : { overallRate: rate }),
  })
}

export function perSecondOf(run: autocannon.Result): number {
  return run['2xx'] / run.duration
}

export function failuresOf(run: autocannon.Result): number {
  return run.non2xx + run.errors + run.timeouts
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
