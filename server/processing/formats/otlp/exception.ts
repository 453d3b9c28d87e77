import { createHash } from 'node:crypto'
import { parseStackText } from '#server/processing/normalize/stack/stack-text.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { parseStack } from '#telemetry/errors/thrown/stacktrace.ts'
import type { OtlpResource } from './resource.ts'

/** Where and when an exception was recorded. */
export interface Recorded {
  resource: OtlpResource
  /** The attributes of the log record or of the span's event. */
  attributes: JsonObject
  seconds: number | undefined
  traceId: string | undefined
  spanId: string | undefined
  /** The span, or the log's text. */
  name: string | undefined
  level: 'fatal' | 'error' | 'warning' | 'info' | 'debug'
}

export function isException({ attributes }: Pick<Recorded, 'attributes'>): boolean {
  return (
    textOf(attributes, 'exception.type') !== undefined ||
    textOf(attributes, 'exception.message') !== undefined
  )
}

/**
 * What an application recorded by OpenTelemetry's conventions, as an event of an issue:
 * https://opentelemetry.io/docs/specs/semconv/exceptions/. Each span that an exception passes records it again, and
 * exporters repeat what was not answered: the id is made of the exception and its trace, so that all of them are one.
 */
export function toErrorEvent(recorded: Recorded): JsonObject {
  const { resource, attributes, seconds, traceId, spanId, name, level } = recorded
  const type = textOf(attributes, 'exception.type')
  const value = textOf(attributes, 'exception.message') ?? ''
  const stack = textOf(attributes, 'exception.stacktrace')
  const parsed = stack === undefined ? undefined : parseTrace(stack, value, resource.language)
  const handled = attributes['exception.handled']
  const digest = attributes['error.digest']
  const id = textOf(attributes, 'crumbtrail.event_id')
  return {
    event_id: id ?? idOf([traceId ?? String(seconds), type ?? '', value, stack ?? '']),
    ...(seconds === undefined ? {} : { timestamp: seconds }),
    platform: platformOf(resource.language) ?? parsed?.platform ?? 'other',
    level,
    ...(resource.release === undefined ? {} : { release: resource.release }),
    ...(resource.environment === undefined ? {} : { environment: resource.environment }),
    ...(resource.serverName === undefined ? {} : { server_name: resource.serverName }),
    ...(name === undefined ? {} : { transaction: name }),
    exception: {
      values: [
        {
          ...(type === undefined ? {} : { type }),
          value,
          mechanism: { type: 'opentelemetry', ...(typeof handled === 'boolean' ? { handled } : {}) },
          ...(parsed === undefined ? {} : { stacktrace: { frames: parsed.frames } }),
        },
      ],
    },
    contexts: {
      ...(traceId === undefined ? {} : { trace: { trace_id: traceId, span_id: spanId } }),
      ...(digest === undefined ? {} : { error: { digest } }),
      otel: resource.attributes,
    },
    // A stack that can't be read as frames can still be read.
    extra: parsed === undefined ? attributes : without(attributes, 'exception.stacktrace'),
  }
}

/** As https://opentelemetry.io/docs/specs/semconv/resource/#telemetry-sdk names languages, where Sentry names them otherwise. */
const PLATFORMS: Readonly<Record<string, string>> = {
  nodejs: 'node',
  webjs: 'javascript',
  dotnet: 'csharp',
  cpp: 'native',
  rust: 'native',
  swift: 'cocoa',
  erlang: 'elixir',
}

/** Undefined where the resource does not say it: exporters with a resource of their own often leave it out. */
function platformOf(language: string | undefined): string | undefined {
  return language === undefined ? undefined : (PLATFORMS[language] ?? language)
}

/** Read by what the text looks like, whatever the resource says; where that is JavaScript, the message cannot pose as frames. */
function parseTrace(
  stack: string,
  message: string,
  language: string | undefined,
): { frames: object[]; platform?: string } | undefined {
  const platform = platformOf(language)
  if (platform !== 'node' && platform !== 'javascript') return parseStackText(stack)
  const frames = parseStack(stack, message)
  return frames.length === 0 ? undefined : { frames }
}

function textOf(attributes: JsonObject, name: string): string | undefined {
  const value = attributes[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function without(attributes: JsonObject, name: string): JsonObject {
  const { [name]: _left, ...rest } = attributes
  return rest
}

function idOf(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
