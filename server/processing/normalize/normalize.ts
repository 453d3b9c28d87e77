import { type ClockDriftMs, correctSeconds, describeDrift } from '#server/processing/clock-drift.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseBreadcrumbs } from './breadcrumbs.ts'
import { findDigests } from './digests.ts'
import { parseLevel } from './level.ts'
import { parseMessage, parseTemplate } from './message.ts'
import { parseDebugImages } from './native/debug-images.ts'
import { readLibraries } from './native/libraries.ts'
import { withPlainNames } from './older-names.ts'
import { parsePairs } from './pairs.ts'
import { parseRequest } from './request.ts'
import { parseSdk } from './sdk.ts'
import { parseExceptions } from './stack/exceptions.ts'
import { withLooseStack } from './stack/loose-stack.ts'
import { parseThreads } from './stack/threads.ts'
import { parseInstant } from './time.ts'
import { defined, isObject, type JsonObject, parseText, parseTreeObject, Warnings } from './untrusted.ts'
import { parseUser } from './user.ts'

/** What an event's own JSON does not say. */
export interface EventArrival {
  eventId: string
  /** Milliseconds since the epoch. */
  receivedAt: number
  /** Zero if absent. */
  driftMs?: ClockDriftMs
  /** Warnings about files that came with the event and could not be read. */
  warnings?: readonly string[]
}

/** Any SDK's event in one shape. Never throws, whatever the JSON holds. */
export function normalize(
  given: JsonObject,
  { eventId, receivedAt, driftMs = 0, warnings: told = [] }: EventArrival,
): NormalizedEvent {
  const event = withPlainNames(given)
  const warnings = new Warnings()
  for (const warning of told) warnings.add(warning)
  const received = receivedAt / 1000
  if (driftMs !== 0) warnings.add(describeDrift(driftMs))
  const timestamp = parseTimestamp(event.timestamp, { received, driftMs }, warnings)
  const platform = parseText(event.platform, 64, 'platform', warnings) ?? 'other'
  const contexts = parseContexts(event.contexts, warnings)
  const extra = isObject(event.extra) ? parseTreeObject(event.extra, 'extra', warnings) : {}
  const tagBounds = { most: limits.tags, keyChars: limits.tagKeyChars, valueChars: limits.tagValueChars }
  const tags = parsePairs(event.tags, 'tags', tagBounds, warnings)
  const names = parseNames(event, warnings)
  const message = parseMessage(event, warnings)
  const libraries = readLibraries(event.debug_meta, warnings)
  const source = { platform, libraries, warnings }
  const exceptions = parseExceptions(event.exception, source)
  const exception = { values: withLooseStack(exceptions, event, { message, ...source }) }
  const breadcrumbs = { values: parseBreadcrumbs(event.breadcrumbs, { timestamp, driftMs }, warnings) }
  return {
    event_id: eventId,
    timestamp,
    received,
    platform,
    level: parseLevel(event.level, 'error'),
    ...names,
    ...defined({ message, message_template: parseTemplate(event, warnings) }),
    exception,
    ...defined({ threads: parseThreads(event, exception.values, source) }),
    breadcrumbs,
    tags,
    ...defined({ user: parseUser(event.user, warnings), request: parseRequest(event.request, warnings) }),
    contexts,
    extra,
    ...defined({
      fingerprint: parseFingerprint(event.fingerprint, warnings),
      checksum: parseText(event.checksum, limits.nameChars, 'checksum', warnings),
      sdk: parseSdk(event.sdk, warnings),
      modules: parseModules(event.modules, warnings),
      debug_images: parseDebugImages(event.debug_meta, warnings),
      images: libraries.kept(), // after all stacks were read
    }),
    digests: findDigests({ contexts, extra, tags, exception, breadcrumbs, message }),
    ingestion_warnings: warnings.toArray(),
  }
}

function parseModules(value: unknown, warnings: Warnings): NormalizedEvent['modules'] {
  const bounds = { most: limits.modules, keyChars: limits.moduleChars, valueChars: limits.moduleChars }
  const modules = parsePairs(value, 'modules', bounds, warnings)
  return modules.length === 0 ? undefined : modules
}

function parseTimestamp(
  value: unknown,
  { received, driftMs }: { received: number; driftMs: ClockDriftMs },
  warnings: Warnings,
): number {
  const timestamp = parseInstant(value)
  if (timestamp !== undefined) return correctSeconds(timestamp, driftMs)
  if (value !== undefined && value !== null)
    warnings.add('timestamp: unreadable; the time of arrival is used instead')
  return received
}

function parseNames(event: JsonObject, warnings: Warnings) {
  const read = (name: string) => parseText(event[name], limits.nameChars, name, warnings)
  return defined({
    logger: read('logger'),
    server_name: read('server_name'),
    release: read('release'),
    dist: read('dist'),
    environment: read('environment'),
    transaction: read('transaction'),
  })
}

function parseContexts(value: unknown, warnings: Warnings): NormalizedEvent['contexts'] {
  if (!isObject(value)) return {}
  const contexts = Object.entries(parseTreeObject(value, 'contexts', warnings))
  return Object.fromEntries(contexts.filter((entry): entry is [string, JsonObject] => isObject(entry[1])))
}

function parseFingerprint(value: unknown, warnings: Warnings): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const parts = value
    .slice(0, limits.fingerprintParts)
    .map((part) => parseText(part, limits.nameChars, 'fingerprint', warnings))
    .filter((part) => part !== undefined)
  return parts.length > 0 ? parts : undefined
}
