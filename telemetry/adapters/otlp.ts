import type { TelemetryAdapter, TelemetryItem } from '../adapter.ts'
import { normalizeData } from '../normalize.ts'
import { createHttpAdapter, type HttpAdapterOptions } from './http.ts'
import { toOtlpLogs } from './otlp-logs.ts'
import { toOtlpTraces } from './otlp-traces.ts'
import { toResource } from './otlp-values.ts'

export interface OtlpAdapterOptions extends HttpAdapterOptions {
  /** Where the collector is, `http://localhost:4318`: `/v1/traces` and `/v1/logs` come behind it. */
  endpoint: string
  /** `service.name` of the resource. Version and environment are those that telemetry knows. */
  serviceName: string
  /** For a collector that wants a token. */
  headers?: Record<string, string>
}

/**
 * To any collector of OpenTelemetry's, as https://opentelemetry.io/docs/specs/otlp/#otlphttp: transactions
 * become spans, events and their breadcrumbs log records. Client reports have no place there.
 */
export function createOtlpAdapter(options: OtlpAdapterOptions): TelemetryAdapter {
  const endpoint = parseEndpoint(options.endpoint)
  const headers = { ...options.headers, 'content-type': 'application/json' }
  return createHttpAdapter(
    'otlp',
    (item) => {
      if (item.type === 'client_report') return undefined
      const { path, message } = toMessage(item, options.serviceName)
      return { url: endpoint + path, body: JSON.stringify(message), headers, findRefusal }
    },
    options,
  )
}

function toMessage(
  { type, payload }: Exclude<TelemetryItem, { type: 'client_report' }>,
  serviceName: string,
): { path: string; message: object } {
  const { release, environment, server_name: serverName, platform } = payload
  const resource = toResource({ serviceName, release, environment, serverName, platform })
  if (type === 'transaction') return { path: '/v1/traces', message: toOtlpTraces(payload, resource) }
  // Extra may hold anything; the copy has the same shape.
  return { path: '/v1/logs', message: toOtlpLogs(normalizeData(payload) as typeof payload, resource) }
}

function parseEndpoint(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('Cannot parse the OTLP endpoint: it is not like http://localhost:4318')
  return text.replace(/(?<!\/)\/+$/, '')
}

const answerBytes = 65_536

/** A collector may take a part and say so: https://opentelemetry.io/docs/specs/otlp/#partial-success-1 */
async function findRefusal(response: Response): Promise<string | undefined> {
  try {
    const { partialSuccess } = JSON.parse(await readStart(response))
    const { rejectedSpans, rejectedLogRecords, errorMessage } = partialSuccess ?? {}
    return Number(rejectedSpans ?? rejectedLogRecords) > 0 ? `${errorMessage}` : undefined
  } catch {
    return undefined // an empty or odd answer is a success all the same
  }
}

/** An answer without an end must not fill the memory. */
async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  let text = ''
  while (reader && text.length < answerBytes) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel()
  return text
}
