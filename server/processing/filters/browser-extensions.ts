import type { NormalizedEvent } from '#server/processing/event.ts'

/**
 * What browsers' extensions, toolbars and proxies throw into a page; the list is Sentry's
 * (https://github.com/getsentry/relay/blob/master/relay-filter/src/browser_extensions.rs).
 */
const MESSAGES = new RegExp(
  [
    'top\\.GLOBALS|originalCreateNotification|canvas\\.contentDocument|MyApp_RemoveAllHighlights',
    "http://tt\\.epicplay\\.com|Can't find variable: ZiteReader|jigsaw is not defined|ComboSearch is not defined",
    'http://loading\\.retry\\.widdit\\.com/|atomicFindClose|fb_xd_fragment|bmi_SafeAddOnload',
    "EBCallBackMessageReceived|_gCrWeb|conduitPage|null is not an object \\(evaluating 'elt\\.parentNode'\\)",
    'plugin\\.setSuspendState is not a function|Extension context invalidated|webkit-masked-url:',
    "can't access dead object",
  ].join('|'),
  'i',
)

const SOURCES = new RegExp(
  [
    '^(?:chrome|(?:chrome|moz|safari(?:-web)?)-extension)://|webkit-masked-url',
    'graph\\.facebook\\.com|connect\\.facebook\\.net|eatdifferent\\.com\\.woopra-ns\\.com|static\\.woopra\\.com/js/woopra\\.js',
    '127\\.0\\.0\\.1:4001/isrunning|webappstoolbarba\\.texthelp\\.com/|metrics\\.itunes\\.apple\\.com\\.edgesuite\\.net/',
    'kaspersky-labs\\.com',
  ].join('|'),
  'i',
)

const NOWHERE: ReadonlySet<string> = new Set(['<anonymous>', '[native code]'])

/** Recognizes extensions by the message of the oldest cause, or by its innermost frame. */
export function isOfExtension({ exception }: NormalizedEvent): boolean {
  const [cause] = exception.values
  if (!cause) return false
  if (cause.value !== undefined && MESSAGES.test(cause.value)) return true
  const places = cause.stacktrace?.frames.map(({ abs_path, filename }) => abs_path ?? filename) ?? []
  const source = places.findLast((place) => place !== undefined && !NOWHERE.has(place))
  return source !== undefined && SOURCES.test(source)
}
