import type { NormalizedEvent, NormalizedRequest } from '#server/processing/event.ts'
import { matchesGlob } from '#server/processing/glob.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { isOfExtension } from './browser-extensions.ts'
import { isLegacyBrowser } from './legacy-browsers.ts'
import { isLocal } from './localhost.ts'
import { isNotFoundVisit } from './not-found.ts'
import { type SdkFilter, sdkFilterOf } from './sdk-filters.ts'
import { type FilteredSender, senderOfEvent, senderOfSpan } from './sender.ts'
import { isWebCrawler } from './web-crawlers.ts'

/** Why something is left out although it was sent; the reason of its outcome, as Sentry calls it. */
export type EventFilter =
  | SdkFilter
  | 'not-found'
  | 'localhost'
  | 'browser-extensions'
  | 'legacy-browsers'
  | 'web-crawlers'
  | 'release-version'
  | 'error-message'

type Filters = ProjectSettings['filters']

export function matchingFilter(
  event: NormalizedEvent,
  filters: Filters | undefined,
): EventFilter | undefined {
  const sdkFilter = sdkFilterOf(event)
  if (sdkFilter || !filters || !isAnySet(filters)) return sdkFilter
  if (filters.browserExtensions && isOfExtension(event)) return 'browser-extensions'
  return senderFilterOf(senderOfEvent(event), filters) ?? messageFilterOf(event, filters)
}

/** Filters a segment; `readRequest` reads the request that was sent with it. */
export function matchingVisitFilter(
  span: NormalizedSpan,
  readRequest: () => NormalizedRequest | undefined,
  filters: Filters | undefined,
): EventFilter | undefined {
  if (isNotFoundVisit(span)) return 'not-found'
  return filters && isAnySet(filters) ? senderFilterOf(senderOfSpan(span, readRequest()), filters) : undefined
}

/** Filters logs, sessions and all other records that name their release. */
export function matchingReleaseFilter(
  release: string | null,
  filters: Filters | undefined,
): EventFilter | undefined {
  const isMatch = release !== null && filters?.releases.some((glob) => matchesGlob(release, glob))
  return isMatch ? 'release-version' : undefined
}

/** So that projects without any pay nothing for them. */
function isAnySet(filters: Filters): boolean {
  const { browserExtensions, legacyBrowsers, localhost, webCrawlers, errorMessages, releases } = filters
  const isOn = browserExtensions || legacyBrowsers || localhost || webCrawlers
  return isOn || errorMessages.length > 0 || releases.length > 0
}

function senderFilterOf(sender: FilteredSender, filters: Filters): EventFilter | undefined {
  if (filters.localhost && isLocal(sender)) return 'localhost'
  const { userAgent } = sender
  if (userAgent !== undefined) {
    if (filters.legacyBrowsers && isLegacyBrowser(userAgent)) return 'legacy-browsers'
    if (filters.webCrawlers && isWebCrawler(userAgent)) return 'web-crawlers'
  }
  return matchingReleaseFilter(sender.release, filters)
}

/** The message, and each exception as `Type: value`. */
function messageFilterOf(
  { message, exception }: NormalizedEvent,
  { errorMessages }: Filters,
): EventFilter | undefined {
  if (errorMessages.length === 0) return undefined
  const texts = exception.values.map(({ type, value }) =>
    [type, value].filter((part) => part !== undefined).join(': '),
  )
  if (message !== undefined) texts.push(message)
  const isMatch = texts.some((text) => errorMessages.some((glob) => matchesGlob(text, glob)))
  return isMatch ? 'error-message' : undefined
}
