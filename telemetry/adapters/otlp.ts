import type { TelemetryAdapter } from '../adapter.ts'
import { normalizeData } from '../errors/normalize.ts'
import { createHttpAdapter, type HttpAdapterOptions } from './http.ts'
import { toOtlpLogs } from './otlp/logs.ts'
import { toOtlpTraces } from './otlp/traces.ts'
import { toResource } from './otlp/values.ts'

/** Where one kind of item goes, and how. */
export interface OtlpDelivery {
  /** Used as it is. */
  url: string
  /** For a collector that wants a token. */
  headers?: Record<string, string> | undefined
  /** Default 10 s, as https://opentelemetry.io/docs/specs/otel/protocol/exporter/ has it. */
  timeoutMs?: number | undefined
  /** Makes gzip of a message. Pages have nothing that does it at once. */
  gzip?: ((text: string) => Uint8Array<ArrayBuffer>) | undefined
}

export interface OtlpAdapterOptions extends HttpAdapterOptions, Omit<OtlpDelivery, 'url'> {
  /** Where the collector is, `http://localhost:4318`: `/v1/traces` and `/v1/logs` come behind it. */
  endpoint?: string
  /** What is different for transactions, and for events. */
  traces?: OtlpDelivery | undefined
  logs?: OtlpDelivery | undefined
  /** `service.name` of the resource. Version and environment are those that telemetry knows. */
  serviceName: string
}

/**
 * To any collector of OpenTelemetry's, as https://opentelemetry.io/docs/specs/otlp/#otlphttp: transactions
 * become spans, events and their breadcrumbs log records. Client reports and sessions have no place there.
 */
export function createOtlpAdapter(options: OtlpAdapterOptions): TelemetryAdapter {
  const { serviceName, endpoint = 'http://localhost:4318' } = options
  const base = parseEndpoint(endpoint)
  const senders = {
    traces: createSender({ ...options, url: `${base}/v1/traces`, ...options.traces }),
    logs: createSender({ ...options, url: `${base}/v1/logs`, ...options.logs }),
  }
  return createHttpAdapter(
    'otlp',
    ({ type, payload }) => {
      if (type !== 'transaction' && type !== 'event') return undefined
      const { release, environment, server_name: serverName, platform } = payload
      const resource = toResource({ serviceName, release, environment, serverName, platform })
      if (type === 'transaction') return senders.traces(toOtlpTraces(payload, resource))
      // Extra may hold anything; the copy has the same shape.
      return senders.logs(toOtlpLogs(normalizeData(payload) as typeof payload, resource))
    },
    options,
  )
}

/** Writes messages of one kind for where they go. */
function createSender({ url, headers, timeoutMs = 10_000, gzip }: OtlpDelivery) {
  const sent = {
    ...headers,
    'content-type': 'application/json',
    ...(gzip && { 'content-encoding': 'gzip' }),
  }
  return (message: object) => {
    const text = JSON.stringify(message)
    return {
      url,
      body: gzip?.(text) ?? text,
      headers: sent,
      signal: AbortSignal.timeout(timeoutMs),
      findRefusal,
    }
  }
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
