import type { JsonObject } from './untrusted.ts'

/** What raven and the first SDKs called what has a plain name today. */
const PLAIN_NAME = {
  'sentry.interfaces.Exception': 'exception',
  'sentry.interfaces.Stacktrace': 'stacktrace',
  'sentry.interfaces.Http': 'request',
  'sentry.interfaces.User': 'user',
  'sentry.interfaces.Breadcrumbs': 'breadcrumbs',
  culprit: 'transaction',
} as const

const OLDER_NAMES = Object.entries(PLAIN_NAME)

/** Returns the same event under today's names, unless these are set already. */
export function withPlainNames(event: JsonObject): JsonObject {
  const found = OLDER_NAMES.filter(
    ([older, plain]) => event[older] !== undefined && event[plain] === undefined,
  )
  if (found.length === 0) return event
  return { ...event, ...Object.fromEntries(found.map(([older, plain]) => [plain, event[older]])) }
}
