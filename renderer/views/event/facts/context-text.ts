import { valueText } from './value-text.ts'

/** The contexts that SDKs fill in, whose names and units are known: https://develop.sentry.dev/sdk/data-model/event-payloads/contexts/ */
const KNOWN = new Set([
  ...['app', 'browser', 'client_os', 'cloud_resource', 'cpu', 'culture', 'device', 'geo', 'gpu'],
  ...['memory_info', 'os', 'response', 'runtime', 'trace', 'unity', 'user'],
])
const IS_BYTES =
  /(?:^|_)(?:memory|storage)(?:_size)?$|_memory$|_storage$|_bytes$|^(?:memory|heap)_size|body_size$/
const IS_MEGAHERTZ = /_frequency$/
const IS_PERCENT = /^battery_level$/
const IS_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/

/** `processor count` for `processor_count`. The names that applications give stay as they are. */
export function contextLabel(context: string, name: string): string {
  return KNOWN.has(context) ? name.replaceAll('_', ' ') : name
}

/** The value with its unit: `16 GB` for `memory_size: 17179869184`. A time is a number of milliseconds. */
export function contextValue(context: string, name: string, value: unknown): string | { time: number } {
  if (typeof value === 'string' && IS_TIME.test(value)) return { time: Date.parse(value) }
  if (!KNOWN.has(context) || typeof value !== 'number' || !Number.isFinite(value)) return valueText(value)
  if (IS_BYTES.test(name) && value >= 1024) return binaryBytes(value)
  if (IS_MEGAHERTZ.test(name)) return value >= 1000 ? `${tenths(value / 1000)} GHz` : `${value} MHz`
  return IS_PERCENT.test(name) ? `${tenths(value)} %` : valueText(value)
}

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** Memory comes in powers of 1,024, and is called by the same units as everything else. */
function binaryBytes(bytes: number): string {
  let scaled = bytes / 1024
  let unit = 0
  while (scaled >= 1023.5 && unit < UNITS.length - 1) {
    scaled /= 1024
    unit += 1
  }
  return `${scaled < 99.95 ? tenths(scaled) : Math.round(scaled)} ${UNITS[unit]}`
}

function tenths(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '')
}
