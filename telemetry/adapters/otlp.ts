import type { TelemetryAdapter } from '../adapter.ts'
import { normalizeData } from '../errors/normalize.ts'
import { createHttpAdapter, type HttpAdapterOptions } from './http.ts'
import { toOtlpLogs } from './otlp/logs.ts'
import { toOtlpTraces } from './otlp/traces.ts'
import { toResource } from './otlp/values.ts'

/** Where items of one kind are sent, and how. */
export interface OtlpDelivery {
  /** The URL is used as it is. */
  url: string
  /** Headers for a collector that requires a token. */
  headers?: Record<string, string> | undefined
  /** Default 10 s, as https://opentelemetry.io/docs/specs/otel/protocol/exporter/ has it. */
  timeoutMs?: number | undefined
  /** Compresses a message with gzip. Pages have no synchronous function for it. */
  gzip?: ((text: string) => Uint8Array<ArrayBuffer>) | undefined
}

export interface OtlpAdapterOptions extends HttpAdapterOptions, Omit<OtlpDelivery, 'url'> {
  /**
   * The collector's base address, such as `http://localhost:4318`. `/v1/traces` and `/v1/logs` are
   * appended.
   */
  endpoint?: string
  /** Different settings for transactions, and for events. */
  traces?: OtlpDelivery | undefined
  logs?: OtlpDelivery | undefined
  /** `service.name` of the resource. Version and environment come from telemetry's own options. */
  serviceName: string
}

/**
 * Sends to any OpenTelemetry collector, as in https://opentelemetry.io/docs/specs/otlp/#otlphttp.
 * Transactions become spans; events and their breadcrumbs become log records. Client reports and sessions
 * cannot be expressed there.
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
      // `extra` may contain anything. The copy has the same shape.
      return senders.logs(toOtlpLogs(normalizeData(payload) as typeof payload, resource))
    },
    options,
  )
}

/** Creates a sender for messages of one kind. */
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

/**
 * A collector may accept only a part and say so:
 * https://opentelemetry.io/docs/specs/otlp/#partial-success-1
 */
async function findRefusal(response: Response): Promise<string | undefined> {
  try {
    const { partialSuccess } = JSON.parse(await readStart(response))
    const { rejectedSpans, rejectedLogRecords, errorMessage } = partialSuccess ?? {}
    return Number(rejectedSpans ?? rejectedLogRecords) > 0 ? `${errorMessage}` : undefined
  } catch {
    return undefined // An empty or unknown answer still counts as a success.
  }
}

/** An endless answer must not fill the memory. */
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
