import type { NormalizedEvent } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { readBreadcrumbs } from './breadcrumbs.ts'
import { findDigests } from './digests.ts'
import { readLevel } from './level.ts'
import { readMessage, readTemplate } from './message.ts'
import { withPlainNames } from './older-names.ts'
import { readPairs } from './pairs.ts'
import { readRequest } from './request.ts'
import { readExceptions } from './stack/exceptions.ts'
import { withLooseStack } from './stack/loose-stack.ts'
import { readThreads } from './stack/threads.ts'
import { readTime } from './time.ts'
import { defined, isObject, type JsonObject, readText, readTreeObject, Warnings } from './untrusted.ts'
import { readUser } from './user.ts'

/** What an event's own JSON does not say. */
export interface Arrival {
  eventId: string
  /** Milliseconds since the epoch. */
  receivedAt: number
}

/** Any SDK's event in one shape. Never throws, whatever the JSON holds. */
export function normalize(given: JsonObject, { eventId, receivedAt }: Arrival): NormalizedEvent {
  const event = withPlainNames(given)
  const warnings = new Warnings()
  const received = receivedAt / 1000
  const timestamp = readTimestamp(event.timestamp, received, warnings)
  const platform = readText(event.platform, 64, 'platform', warnings) ?? 'other'
  const contexts = readContexts(event.contexts, warnings)
  const extra = isObject(event.extra) ? readTreeObject(event.extra, 'extra', warnings) : {}
  const tagBounds = { most: limits.tags, keyChars: limits.tagKeyChars, valueChars: limits.tagValueChars }
  const tags = readPairs(event.tags, 'tags', tagBounds, warnings)
  const names = readNames(event, warnings)
  const message = readMessage(event, warnings)
  const exceptions = readExceptions(event.exception, platform, warnings)
  const exception = { values: withLooseStack(exceptions, event, { message, platform, warnings }) }
  const breadcrumbs = { values: readBreadcrumbs(event.breadcrumbs, timestamp, warnings) }
  return {
    event_id: eventId,
    timestamp,
    received,
    platform,
    level: readLevel(event.level, 'error'),
    ...names,
    ...defined({ message, message_template: readTemplate(event, warnings) }),
    exception,
    ...defined({ threads: readThreads(event, exception.values, { platform, warnings }) }),
    breadcrumbs,
    tags,
    ...defined({ user: readUser(event.user, warnings), request: readRequest(event.request, warnings) }),
    contexts,
    extra,
    ...defined({
      fingerprint: readFingerprint(event.fingerprint, warnings),
      sdk: readSdk(event.sdk, warnings),
    }),
    digests: findDigests({ contexts, extra, tags, exception, breadcrumbs, message }),
    ingestion_warnings: warnings.toArray(),
  }
}

function readTimestamp(value: unknown, received: number, warnings: Warnings): number {
  const timestamp = readTime(value)
  if (timestamp !== undefined) return timestamp
  if (value !== undefined && value !== null)
    warnings.add('timestamp: unreadable; the time of arrival is used instead')
  return received
}

function readNames(event: JsonObject, warnings: Warnings) {
  const read = (name: string) => readText(event[name], limits.nameChars, name, warnings)
  return defined({
    logger: read('logger'),
    server_name: read('server_name'),
    release: read('release'),
    dist: read('dist'),
    environment: read('environment'),
    transaction: read('transaction'),
  })
}

function readContexts(value: unknown, warnings: Warnings): NormalizedEvent['contexts'] {
  if (!isObject(value)) return {}
  const contexts = Object.entries(readTreeObject(value, 'contexts', warnings))
  return Object.fromEntries(contexts.filter((entry): entry is [string, JsonObject] => isObject(entry[1])))
}

function readFingerprint(value: unknown, warnings: Warnings): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const parts = value
    .slice(0, limits.fingerprintParts)
    .map((part) => readText(part, limits.nameChars, 'fingerprint', warnings))
    .filter((part) => part !== undefined)
  return parts.length > 0 ? parts : undefined
}

function readSdk(value: unknown, warnings: Warnings): NormalizedEvent['sdk'] {
  if (!isObject(value)) return undefined
  const name = readText(value.name, limits.nameChars, 'sdk name', warnings)
  return name === undefined
    ? undefined
    : { name, version: readText(value.version, 64, 'sdk version', warnings) ?? '' }
}
