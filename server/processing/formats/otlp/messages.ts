import protobuf from 'protobufjs/light.js'
import { RefusedItem } from '#server/processing/pipeline/refused-item.ts'
import { limits } from '#server/protocol/limits.ts'
import descriptor from './descriptor.json' with { type: 'json' }

// descriptor.json is the official definition, taken from the file descriptors in OpenTelemetry's package
// `opentelemetry-proto` 1.45.0 (Apache-2.0), names as in its JSON: https://github.com/open-telemetry/opentelemetry-proto
const root = protobuf.Root.fromJSON(descriptor)

const NAMES = {
  traces: 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest',
  logs: 'opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest',
  metrics: 'opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest',
  tracesAnswer: 'opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse',
  logsAnswer: 'opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse',
  metricsAnswer: 'opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse',
} as const

export type OtlpSignal = 'traces' | 'logs' | 'metrics'

export function encodeMessage(name: `${OtlpSignal}Answer`, message: object): Uint8Array {
  const type = root.lookupType(NAMES[name])
  return type.encode(type.fromObject(message)).finish()
}

/** What a refused request is answered with: `google.rpc.Status`, of which clients read the message. */
export function encodeStatus(message: string): Uint8Array {
  const MESSAGE_FIELD = 2
  return protobuf.Writer.create()
    .uint32((MESSAGE_FIELD << 3) | LENGTH_DELIMITED)
    .string(message)
    .finish()
}

/**
 * A request as protobufjs gives it: members as in the JSON mapping, but ids are bytes and 64-bit numbers objects.
 * What is not own was not sent.
 */
export function decodeMessage(name: OtlpSignal, body: Uint8Array): object {
  const type = root.lookupType(NAMES[name])
  try {
    const reader = protobuf.Reader.create(body)
    countMessages(type, reader, body.length, { left: limits.otlpMessages })
    return type.decode(body)
  } catch (cause) {
    if (cause instanceof RefusedItem) throw cause
    throw new RefusedItem(400, 'invalid_protobuf', `Cannot read ${name}: it is not OTLP protobuf`, {
      cause,
    })
  }
}

const LENGTH_DELIMITED = 2
const LONGS = new Set(['fixed64', 'sfixed64', 'uint64', 'int64', 'sint64'])

/** A message takes two bytes and becomes an object of hundreds: they are counted before any is made. */
function countMessages(
  type: protobuf.Type,
  reader: protobuf.Reader,
  end: number,
  budget: { left: number },
): void {
  while (reader.pos < end) {
    const tag = reader.uint32()
    const field = type.fieldsById[tag >>> 3]?.resolve()
    const inner = field?.resolvedType
    const isPart = inner instanceof protobuf.Type
    const isNumbers = field?.repeated === true && LONGS.has(field.type)
    if ((tag & 7) !== LENGTH_DELIMITED || !(isPart || isNumbers)) {
      reader.skipType(tag & 7)
      continue
    }
    const length = reader.uint32()
    // A number of 64 bits becomes an object as well, of one byte at least.
    budget.left -= isPart ? 1 : length
    if (budget.left < 0) {
      const detail = `it has more than ${limits.otlpMessages} parts`
      throw new RefusedItem(413, 'too_large', `Cannot read OTLP: ${detail}`)
    }
    if (!isPart) {
      reader.skip(length)
      continue
    }
    if (reader.pos + length > end)
      throw new RangeError('a message is longer than the message that contains it')
    countMessages(inner, reader, reader.pos + length, budget)
  }
}
