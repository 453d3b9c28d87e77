/** Points of metrics as OTLP's JSON, with times in milliseconds. */

interface OtlpPoint {
  atMs: number
  attributes?: Record<string, string>
  exemplars?: { value: number; traceId: string }[]
  [member: string]: unknown
}

export function toPoint({ atMs, attributes = {}, exemplars = [], ...members }: OtlpPoint) {
  const timeUnixNano = `${atMs}000000`
  return {
    timeUnixNano,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    ...(exemplars.length > 0 && {
      exemplars: exemplars.map(({ value, traceId }) => ({
        ...{ timeUnixNano, asDouble: value, traceId, spanId: 'b'.repeat(16) },
      })),
    }),
    ...members,
  }
}

interface OtlpRequest {
  service?: string
  environment?: string
}

/** A request with these metrics; a metric is `{ name, unit, sum: … }`. */
export function anOtlpMetricsBody(
  metrics: object[],
  { service = 'shop', environment = 'production' }: OtlpRequest = {},
): Uint8Array {
  const attributes = [
    { key: 'service.name', value: { stringValue: service } },
    { key: 'deployment.environment.name', value: { stringValue: environment } },
  ]
  const request = { resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }] }
  return new TextEncoder().encode(JSON.stringify(request))
}
