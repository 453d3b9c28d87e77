import { sdk } from '../../sdk.ts'

// The JSON form of https://github.com/open-telemetry/opentelemetry-proto/tree/main/opentelemetry/proto,
// as https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding wants it: ids in hex, 64-bit numbers
// as text.

export type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: number }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } }
  | { kvlistValue: { values: KeyValue[] } }

export interface KeyValue {
  key: string
  value: AnyValue
}

export interface Resource {
  attributes: KeyValue[]
  droppedAttributesCount: number
}

/** The fields of an OTLP resource, which are the same for everything that one process sends. */
interface ResourceBasis {
  serviceName: string
  release?: string | undefined
  environment?: string | undefined
  serverName?: string | undefined
  platform: string
}

export const instrumentationScope: { name: string; version: string } = sdk

export function toResource(basis: ResourceBasis): Resource {
  const attributes = toAttributes({
    'service.name': basis.serviceName,
    'service.version': basis.release,
    // The second name is in use since semantic conventions 1.27. Back ends still look for the first one.
    'deployment.environment': basis.environment,
    'deployment.environment.name': basis.environment,
    'host.name': basis.serverName,
    'telemetry.sdk.name': sdk.name,
    'telemetry.sdk.version': sdk.version,
    'telemetry.sdk.language': basis.platform === 'node' ? 'nodejs' : 'webjs',
  })
  return { attributes, droppedAttributesCount: 0 }
}

/** Omits attributes without a value. The input is bounded and has no cycles, like JSON. */
export function toAttributes(record: Record<string, unknown>): KeyValue[] {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ({ key, value: toAnyValue(value) }))
}

export function toAnyValue(value: unknown): AnyValue {
  if (typeof value === 'boolean') return { boolValue: value }
  // An integer beyond 64 bits would make a collector refuse the whole message.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { intValue: value }
  if (typeof value === 'number' && Number.isFinite(value)) return { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toAnyValue) } }
  if (typeof value === 'object' && value !== null)
    return { kvlistValue: { values: toAttributes({ ...value }) } }
  return { stringValue: String(value) }
}

/** Nanoseconds since the epoch, as exact as a number can be: to the microsecond. */
export function toUnixNano(seconds: number): string {
  const micros = Math.round(seconds * 1e6)
  return micros > 0 ? `${micros}000` : '0'
}
