import fc from 'fast-check'
import type { Delta, IssueRowChange, StoredEvent } from '#server/writer/aggregates/delta.ts'
import { createSampler } from '#server/writer/aggregates/performance-samples.ts'
import type { PreparedEvent } from '#server/writer/batch/prepare.ts'

const HOUR = 3_600_000
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'

/** An event of one of three issues, a request and a session, within two days. */
export interface Arrival {
  issueId: number
  receivedAt: number
  release: string | null
  environment: string | null
  userHash: number | null
  browser: string
  durationMs: number
}

export const anyArrival: fc.Arbitrary<Arrival> = fc.record({
  issueId: fc.integer({ min: 1, max: 3 }),
  receivedAt: fc.integer({ min: 20 * HOUR, max: 60 * HOUR }),
  release: fc.constantFrom('shop@1', 'shop@2', null),
  environment: fc.constantFrom('production', 'staging', null),
  userHash: fc.option(fc.integer({ min: 0, max: 2 ** 32 - 1 })),
  browser: fc.constantFrom('Firefox', 'Chrome', 'Safari'),
  durationMs: fc.integer({ min: 1, max: 5_000 }),
})

/** Issues 1 and 2 are of project 1. */
function projectOf({ issueId }: Pick<Arrival, 'issueId'>): number {
  return issueId === 3 ? 2 : 1
}

export function aDelta(arrivals: readonly Arrival[], known: ReadonlySet<number> = new Set()): Delta {
  const byIssue = Map.groupBy(arrivals, ({ issueId }) => issueId)
  const sampling = createSampler()()
  for (const arrival of arrivals) sampling.add([aRequest(arrival)])
  return {
    format: 1,
    occurrences: Array.from(byIssue, ([issueId, ofIssue]) => ({
      issueId,
      projectId: projectOf({ issueId }),
      isNew: !known.has(issueId),
      events: ofIssue.map(aStoredEvent),
    })),
    issues: Array.from(byIssue, ([issueId, ofIssue]) => aChange(issueId, ofIssue)),
    usedArtifacts: [],
    samples: sampling.samples,
    logs: arrivals.map((arrival) => ({ ...placeOf(arrival), level: 'warn', quantity: 1 })),
    sessions: arrivals.map((arrival) => ({
      ...{ projectId: projectOf(arrival), receivedAt: arrival.receivedAt, startedAt: arrival.receivedAt },
      ...{ release: arrival.release ?? 'none', environment: 'production', userHash: arrival.userHash },
      ...{ health: arrival.durationMs % 5 === 0 ? 'crashed' : 'healthy', quantity: 1 },
      ...(arrival.durationMs % 7 === 0 && { health: 'abnormal', anr: 'anr_background' }),
    })),
    outcomes: arrivals.map((arrival) => ({
      ...{ projectId: projectOf(arrival), keyId: 1, hour: hourOf(arrival), category: 'error' },
      ...{ outcome: 'accepted', reason: '', quantity: 1 },
    })),
    stored: arrivals.map((arrival) => ({
      ...{ projectId: projectOf(arrival), category: 'events', quantity: 1, payloadBytes: arrival.durationMs },
    })),
  }
}

function aChange(issueId: number, arrivals: readonly Arrival[]): IssueRowChange {
  const times = arrivals.map(({ receivedAt }) => receivedAt)
  return {
    ...{ issueId, groupingId: 1, projectId: projectOf({ issueId }), version: 1, key: `key ${issueId}` },
    ...{ type: 'Error', value: 'It failed', culprit: 'app', level: 'error', isUnhandled: false, fault: null },
    ...{ firstSeen: Math.min(...times), lastSeen: Math.max(...times), eventCount: arrivals.length },
    ...{ formerKeys: [], sentAs: [], isWaiting: false },
  }
}

function hourOf({ receivedAt }: Arrival): number {
  return Math.floor(receivedAt / HOUR)
}

function placeOf(arrival: Arrival) {
  return { projectId: projectOf(arrival), hour: hourOf(arrival), environment: arrival.environment ?? '' }
}

function aStoredEvent(arrival: Arrival): StoredEvent {
  return { rowId: 1, groupingId: 1, event: aPreparedEvent(arrival), receivedAt: arrival.receivedAt }
}

function aPreparedEvent(arrival: Arrival): PreparedEvent {
  const { receivedAt, release, environment, userHash, browser, issueId } = arrival
  return {
    ...{ projectId: projectOf(arrival), receivedAt, timestamp: receivedAt, eventId: 'e'.repeat(32) },
    ...{ level: 'error', release, environment, traceId: null, spanId: null, userLabel: null, userHash },
    ...{ userKey: null, isUnhandled: false, digests: [], tellsOfServer: false, isEcho: false },
    counted: {
      tags: [
        ['browser', browser],
        ['field:', `stack of issue ${issueId}`],
      ],
      shared: [['field:stack.function', `function${issueId}`]],
    },
    grouping: { version: 1, key: `issue ${issueId}` },
    title: { type: 'TypeError', value: `no price in ${browser}`, culprit: '/cart' },
    ...{ sentAs: null, waitingFor: [] },
  }
}

function aRequest(arrival: Arrival) {
  const { receivedAt, durationMs, release, environment } = arrival
  const span = {
    ...{ traceId: TRACE_ID, spanId: 'b'.repeat(16), parentSpanId: null, segmentId: null, isSegment: true },
    ...({ eventId: null, op: 'http.server', name: 'GET /cart', side: 'server', status: 'ok' } as const),
    ...{ startUs: receivedAt * 1_000, durationUs: durationMs * 1_000, release, environment },
    ...{ data: {}, measurements: null },
  }
  return { span, projectId: projectOf(arrival), receivedAt }
}
