import { formatCompactNumber } from './format.ts'
import { formatBytes } from './format-bytes.ts'
import { formatDuration } from './format-duration.ts'

// Units are written as OpenTelemetry does, in UCUM (https://opentelemetry.io/docs/specs/semconv/general/metrics/), or as
// Sentry's SDKs do.

const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ...(['ns', 'nanosecond'] as const).map((unit) => [unit, 1e-6] as const),
  ...(['us', 'µs', 'microsecond'] as const).map((unit) => [unit, 1e-3] as const),
  ...(['ms', 'millisecond'] as const).map((unit) => [unit, 1] as const),
  ...(['s', 'second'] as const).map((unit) => [unit, 1_000] as const),
  ...(['min', 'minute'] as const).map((unit) => [unit, 60_000] as const),
  ...(['h', 'hour'] as const).map((unit) => [unit, 3_600_000] as const),
])

const BYTES: ReadonlyMap<string, number> = new Map([
  ...(['By', 'byte'] as const).map((unit) => [unit, 1] as const),
  ...(['kBy', 'kilobyte'] as const).map((unit) => [unit, 1e3] as const),
  ...(['KiBy', 'kibibyte'] as const).map((unit) => [unit, 1_024] as const),
  ...(['MBy', 'megabyte'] as const).map((unit) => [unit, 1e6] as const),
  ...(['MiBy', 'mebibyte'] as const).map((unit) => [unit, 1_048_576] as const),
  ...(['GBy', 'gigabyte'] as const).map((unit) => [unit, 1e9] as const),
  ...(['GiBy', 'gibibyte'] as const).map((unit) => [unit, 1_073_741_824] as const),
])

/** `184 ms`, `12.4 kB`, `62.5 %`, `2,418`: a number in a unit that pages know, or else alone. */
export function formatMeasured(value: number, unit: string): string {
  const milliseconds = MILLISECONDS.get(unit)
  if (milliseconds !== undefined) return formatTime(value * milliseconds)
  const bytes = BYTES.get(unit)
  if (bytes !== undefined) return value < 0 ? `−${formatBytes(-value * bytes)}` : formatBytes(value * bytes)
  if (unit === '%' || unit === 'percent') return `${formatPlain(value)} %`
  if (unit === 'ratio') return `${formatPlain(value * 100)} %`
  return formatPlain(value)
}

/** The unit as people call it, where the number does not say it: `{request}` is `request`. */
export function unitName(unit: string): string {
  const isInNumber = MILLISECONDS.has(unit) || BYTES.has(unit) || ['%', 'percent', 'ratio'].includes(unit)
  return isInNumber || unit === 'none' || unit === '1' ? '' : unit.replaceAll(/[{}]/g, '')
}

/** Durations of a request have milliseconds; those of a loop can have microseconds. */
function formatTime(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  return size > 0 && size < 0.1 ? `${formatPlain(milliseconds * 1_000)} µs` : formatDuration(milliseconds)
}

/** Three digits say enough of a fraction; a large number is shortened. */
function formatPlain(value: number): string {
  if (value < 0) return `−${formatPlain(-value)}`
  return value >= 1_000 || Number.isInteger(value)
    ? formatCompactNumber(value)
    : String(Number(value.toPrecision(3)))
}
