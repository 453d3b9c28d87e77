import { parseInstant } from '#server/processing/normalize/time.ts'
import { isObject, type JsonObject } from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseMessagePack } from './message-pack.ts'
import type { FormPart } from './multipart.ts'

/** The files that sentry-native keeps beside Crashpad's dump, which is sent by another process: the event, and two of breadcrumbs. */
const EVENT_FILE = '__sentry-event'
const BREADCRUMB_FILES = ['__sentry-breadcrumb1', '__sentry-breadcrumb2'] as const

/** The event that the files make, and which of them could not be read. */
export interface SentryFiles {
  event: JsonObject
  /** Those that are in the event, so that nobody needs them as attachments. */
  read: ReadonlySet<FormPart>
  warnings: string[]
}

/** As https://github.com/getsentry/sentry-native/blob/master/src/backends/sentry_backend_crashpad.cpp writes them. */
export function readSentryFiles(files: readonly FormPart[]): SentryFiles {
  const read = new Set<FormPart>()
  const warnings: string[] = []
  const valuesOf = (name: string): unknown[] => {
    const file = files.find((each) => each.name === name)
    if (!file) return []
    const { values, isWhole } = readFile(file)
    if (isWhole) read.add(file)
    else warnings.push(unreadable(name))
    return values
  }
  const [given] = valuesOf(EVENT_FILE)
  const crumbs = newestOf(BREADCRUMB_FILES.flatMap(valuesOf).filter(isObject))
  const event = isObject(given) ? given : {}
  return { event: crumbs.length === 0 ? event : { ...event, breadcrumbs: crumbs }, read, warnings }
}

/** Leaves all of them unread, for an event that would be too large with them. */
export function leaveSentryFiles(files: readonly FormPart[]): SentryFiles {
  const names: readonly string[] = [EVENT_FILE, ...BREADCRUMB_FILES]
  const found = names.filter((name) => files.some((file) => file.name === name))
  return {
    event: {},
    read: new Set(),
    warnings: found.map((name) => `${name} was left out: the event is too large with it`),
  }
}

/** An event is one map. Breadcrumbs are appended one by one: a crash may have cut off the last one. */
function readFile({ name, bytes }: FormPart): { values: unknown[]; isWhole: boolean } {
  if (bytes.length > limits.eventBytes) return { values: [], isWhole: false }
  const isEvent = name === EVENT_FILE
  // The event has breadcrumbs in a list of its own, two levels deeper.
  const { values, isWhole } = parseMessagePack(bytes, limits.jsonDepth - (isEvent ? 0 : 2))
  const isAsMeant = values.every(isObject) && !(isEvent && values.length > 1)
  return { values, isWhole: isWhole && isAsMeant }
}

function unreadable(name: string): string {
  return `${name} could not be read as MessagePack to its end`
}

/**
 * Both files in order of time, oldest first: the SDK fills one after the other, again and again. One without a time stays
 * behind the one before it.
 */
function newestOf(crumbs: readonly JsonObject[]): JsonObject[] {
  let latest = 0
  const timed = crumbs.map((crumb) => {
    latest = parseInstant(crumb.timestamp) ?? latest
    return { crumb, at: latest }
  })
  return timed
    .sort((one, other) => one.at - other.at)
    .slice(-limits.breadcrumbs)
    .map(({ crumb }) => crumb)
}
