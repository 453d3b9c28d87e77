import { formatTime } from '#server/api/time.ts'
import { formatTitle, isMessage } from '#server/api/title.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { IssueSummary } from '#server/models/issues.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { toEventEntries } from './entries.ts'

/**
 * https://docs.sentry.io/api/events/retrieve-an-event-for-a-project/. `context` is what SDKs call extra;
 * `digests` and
 * `grouping`, which says why the event is in its issue, are ours, and so is `sentAs`: what the event is called by its frames
 * as sent, where source maps changed it.
 */
export function toEventAnswer(event: EventDetail, issue: IssueSummary) {
  const { payload } = event
  const kind = { type: issue.type, value: event.value }
  return {
    id: event.eventId,
    eventID: event.eventId,
    groupID: String(event.issueId),
    projectID: String(event.projectId),
    dateCreated: formatTime(event.timestamp),
    dateReceived: formatTime(event.receivedAt),
    title: formatTitle(kind),
    message: payload.message ?? '',
    culprit: issue.culprit,
    sentAs: event.titles && { title: formatTitle(event.titles.sent), culprit: event.titles.sent.culprit },
    location: payload.transaction ?? null,
    platform: payload.platform,
    type: isMessage(issue) ? 'default' : 'error',
    metadata: isMessage(issue) ? { title: formatTitle(kind) } : kind,
    tags: toTags(payload),
    entries: toEventEntries(payload),
    contexts: payload.contexts,
    context: payload.extra,
    user: payload.user ?? null,
    sdk: toSdk(payload.sdk),
    packages: Object.fromEntries(payload.modules ?? []),
    release: event.release === null ? null : { version: event.release },
    dist: payload.dist ?? null,
    environment: event.environment,
    fingerprint: payload.fingerprint ?? null,
    grouping: event.grouping,
    digests: payload.digests,
    errors: payload.ingestion_warnings.map((message) => ({ type: 'ingestion_warning', message, data: {} })),
    previousEventID: event.olderEventId,
    nextEventID: event.newerEventId,
  }
}

function toSdk(sdk: NormalizedEvent['sdk']) {
  if (sdk === undefined) return null
  const { name, version, packages = [], integrations = [] } = sdk
  return {
    ...{ name, version, integrations },
    packages: packages.map(([packageName, ofPackage]) => ({ name: packageName, version: ofPackage })),
  }
}

/** Sentry shows these attributes among the tags; a tag that the client set takes precedence. */
function toTags(payload: NormalizedEvent): { key: string; value: string }[] {
  const attributes: [string, string | undefined][] = [
    ['level', payload.level],
    ['environment', payload.environment],
    ['release', payload.release],
    ['dist', payload.dist],
    ['logger', payload.logger],
    ['server_name', payload.server_name],
    ['transaction', payload.transaction],
  ]
  const tags = new Map(payload.tags)
  for (const [key, value] of attributes) if (value !== undefined && !tags.has(key)) tags.set(key, value)
  return [...tags].map(([key, value]) => ({ key, value }))
}
