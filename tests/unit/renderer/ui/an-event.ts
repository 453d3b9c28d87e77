import type { EventView } from '#server/desk/events/event-view.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { IssueSummary } from '#server/models/issues.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { explainGrouping } from '#server/processing/grouping/grouping.ts'

export const NOW = Date.UTC(2026, 2, 4, 14, 36, 9)

function aPayload(parts: Partial<NormalizedEvent> = {}): NormalizedEvent {
  return {
    event_id: '0af7651916cd43dd8448eb211c80319c',
    timestamp: NOW / 1000,
    received: NOW / 1000,
    platform: 'node',
    level: 'error',
    exception: { values: [{ type: 'TypeError', value: 'price is missing' }] },
    breadcrumbs: { values: [] },
    tags: [],
    contexts: {},
    extra: {},
    digests: [],
    ingestion_warnings: [],
    ...parts,
  }
}

export function anEvent(payload: Partial<NormalizedEvent> = {}): EventDetail {
  return {
    eventId: '0af7651916cd43dd8448eb211c80319c',
    issueId: 7,
    rowId: 40,
    userName: null,
    projectId: 2,
    projectSlug: 'shop-web',
    timestamp: NOW,
    receivedAt: NOW,
    level: 'error',
    value: 'price is missing',
    environment: 'production',
    release: null,
    userLabel: null,
    titles: null,
    olderEventId: null,
    newerEventId: null,
    payload: aPayload(payload),
    grouping: explainGrouping(aPayload(payload)),
  }
}

export function anIssue(parts: Partial<IssueSummary> = {}): IssueSummary {
  return {
    id: 7,
    shortId: 'SHOP-418',
    projectSlug: 'shop-web',
    type: 'TypeError',
    value: 'price is missing',
    culprit: 'cart/total.ts in totalOf',
    level: 'error',
    status: 'open',
    substatus: null,
    assignee: null,
    isUnhandled: false,
    firstSeen: NOW - 14 * 86_400_000,
    lastSeen: NOW - 120_000,
    eventCount: 2418,
    userCount: 312,
    hourlyCounts: new Array<number>(24).fill(1),
    ...parts,
  }
}

export function anEventView(parts: Partial<EventView> = {}): EventView {
  return {
    trace: null,
    attachments: [],
    feedback: [],
    logs: null,
    ways: {
      firstEventId: null,
      lastEventId: null,
      recommendedEventId: null,
      place: { newer: 0, older: 0 },
    },
    isEcho: false,
    exceptionTree: null,
    ...parts,
  }
}
