import { hash } from 'node:crypto'
import { isOwnFrame } from '#server/processing/stack/own-frame.ts'
import type { NormalizedEvent, NormalizedFrame } from './event.ts'

/**
 * Fields of an event that are searched for and are no tags are counted beside its tags, under names that begin so. No
 * tag can have such a name: processing/tags.ts leaves it out.
 */
export const FIELD_PREFIX = 'field:'

const VALUE_CHARACTERS = 200
/** Of each field. A stack's innermost places are the likeliest to be searched for. */
const MOST_VALUES = 10
/** Looked at in all stacks of an event. */
const MOST_FRAMES = 100
/** 66 bits: an issue has a thousand of them at most. */
const SHARED_CHARACTERS = 11

export type SearchField =
  | 'user.email'
  | 'user.username'
  | 'user.ip'
  | 'geo.country_code'
  | 'geo.region'
  | 'geo.city'
  | 'platform'
  | 'logger'
  | 'sdk.name'
  | 'sdk.version'
  | 'http.method'
  | 'http.status_code'
  | 'error.type'
  | 'stack.filename'
  | 'stack.function'
  | 'stack.module'

/** The name under which a field's values are counted: `field:stack.filename`. */
export function fieldKey(field: SearchField): string {
  return FIELD_PREFIX + field
}

export function isFieldKey(key: string): boolean {
  return key.startsWith(FIELD_PREFIX)
}

type Fields = [key: string, value: string][]

export interface SearchFields {
  /** Those of the event's user. */
  ofUser: Fields
  /** Those that most events of an issue have in common, such as the places of its stack. */
  shared: Fields
  /** Names all of `shared`: an issue that has it has all of them, and they need not be looked up one by one. */
  sharedBy: [key: string, value: string]
}

/** The fields' values, each once. What a tag always has, such as the url and a user's id, is left to it. */
export function searchFieldsOf(event: NormalizedEvent): SearchFields {
  const { user, request, contexts, sdk, exception } = event
  const geo = isObject(user?.geo) ? user.geo : {}
  const frames = framesOf(event)
  const ofUser = [
    ...valuesOf('user.email', [user?.email]),
    ...valuesOf('user.username', [user?.username]),
    ...valuesOf('user.ip', [user?.ip_address]),
    ...valuesOf('geo.country_code', [geo.country_code]),
    ...valuesOf('geo.region', [geo.region]),
    ...valuesOf('geo.city', [geo.city]),
  ]
  const shared = [
    ...valuesOf('platform', [event.platform]),
    ...valuesOf('logger', [event.logger]),
    ...valuesOf('sdk.name', [sdk?.name]),
    ...valuesOf('sdk.version', [sdk?.version]),
    ...valuesOf('http.method', [request?.method]),
    ...valuesOf('http.status_code', [contexts.response?.status_code]),
    ...valuesOf(
      'error.type',
      exception.values.toReversed().map(({ type }) => type),
    ),
    ...valuesOf(
      'stack.filename',
      frames.map(({ filename, abs_path }) => filename ?? abs_path),
    ),
    ...valuesOf(
      'stack.function',
      frames.map((frame) => frame.function),
    ),
    ...valuesOf(
      'stack.module',
      frames.map(({ module }) => module),
    ),
  ]
  const digest = hash('sha1', JSON.stringify(shared), 'base64url').slice(0, SHARED_CHARACTERS)
  return { ofUser, shared, sharedBy: [FIELD_PREFIX, digest] }
}

function valuesOf(field: SearchField, values: readonly unknown[]): Fields {
  return distinctTexts(values).map((value) => [fieldKey(field), value])
}

function distinctTexts(values: readonly unknown[]): string[] {
  const texts = new Set<string>()
  for (const value of values) {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text !== '') texts.add(clipTag(text))
    if (texts.size === MOST_VALUES) break
  }
  return [...texts]
}

/** The frames of the outermost exception first, and its innermost call: in-app frames before the others. */
function framesOf({ exception, threads = [] }: NormalizedEvent): NormalizedFrame[] {
  const ofExceptions = exception.values.toReversed().map(({ stacktrace }) => stacktrace)
  const stacks = ofExceptions.some((stack) => stack !== undefined)
    ? ofExceptions
    : threads.slice(0, 1).map(({ stacktrace }) => stacktrace)
  const frames: NormalizedFrame[] = []
  for (const stack of stacks) {
    const room = MOST_FRAMES - frames.length
    if (room > 0) frames.push(...(stack?.frames.slice(-room).toReversed() ?? []))
  }
  return [...frames.filter(isOwnFrame), ...frames.filter((frame) => !isOwnFrame(frame))]
}

/** Values of tags and fields have so many characters; a surrogate pair is never split. */
export function clipTag(value: string): string {
  if (value.length <= VALUE_CHARACTERS) return value
  return value.slice(0, VALUE_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
