import {
  isObject,
  type JsonObject,
  parseText,
  parseTree,
  type Warnings,
} from '#server/processing/normalize/untrusted.ts'
import type { Measurements } from '#server/processing/span.ts'
import { limits } from '#server/protocol/limits.ts'

/** What has a column of its own, and what says something about the SDK only. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'sentry.op',
  'sentry.release',
  'sentry.environment',
  'sentry.segment.id',
  'sentry.segment.name',
  'sentry.status.message',
  'sentry.trace_lifecycle',
  'sentry.sdk.integrations',
])

const WARNINGS = 'crumbtrail.ingestion_warnings'

/** A span's attributes, cut to size as a whole too: a trace is read with all of them. */
export function parseSpanData(attributes: JsonObject, warnings: Warnings): JsonObject {
  const data: JsonObject = {}
  let chars = 0
  let left = 0
  for (const [name, value] of Object.entries(attributes)) {
    if (LEFT_OUT.has(name) || name === '__proto__' || value === undefined || value === null) continue
    const read = parseTree(value, 'span attribute', warnings)
    const longer = chars + name.length + lengthOf(read)
    if (name.length <= limits.nameChars && longer <= limits.spanDataChars) {
      data[name] = read
      chars = longer
    } else left++
  }
  if (left > 0) warnings.add(`${left} attributes were left out`)
  const texts = warnings.toArray()
  if (texts.length > 0) data[WARNINGS] = texts
  return data
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return typeof value === 'object' ? JSON.stringify(value).length : 8
}

/** https://develop.sentry.dev/sdk/data-model/event-payloads/transaction/#measurements */
export function parseMeasurements(value: unknown, warnings: Warnings): Measurements | null {
  if (!isObject(value)) return null
  const read: [string, Measurements[string]][] = []
  for (const [name, measurement] of Object.entries(value)) {
    if (read.length === limits.measurementsPerSpan) break
    if (name.length > limits.nameChars || !isObject(measurement) || !isNumber(measurement.value)) continue
    const unit = parseText(measurement.unit, 32, 'measurement unit', warnings) ?? ''
    read.push([name, { value: measurement.value, unit }])
  }
  return read.length === 0 ? null : Object.fromEntries(read)
}

/** Streamed spans carry web vitals as attributes: `browser.web_vital.lcp.value`. */
export function findWebVitals(attributes: JsonObject): Measurements | null {
  const found: [string, Measurements[string]][] = []
  for (const name in attributes) {
    const value = attributes[name]
    const vital = /^browser\.web_vital\.(\w{1,20})\.value$/.exec(name)?.[1]
    if (vital === undefined || !isNumber(value)) continue
    found.push([vital, { value, unit: vital === 'cls' ? '' : 'millisecond' }])
  }
  return found.length === 0 ? null : Object.fromEntries(found)
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}
