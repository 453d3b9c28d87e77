import { encodeMessage, encodeStatus, type OtlpSignal } from '#server/processing/formats/otlp/messages.ts'
import { isProtobuf } from '#server/processing/formats/otlp/parse-otlp.ts'
import type { AnswerWriter, WrittenAnswer } from './answer-writer.ts'

const COUNTERS: Record<OtlpSignal, string> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
}

/**
 * Answers in the encoding of the request, as its exporter reads it:
 * https://opentelemetry.io/docs/specs/otlp/#otlphttp-response
 */
export function otlpAnswers(signal: OtlpSignal): AnswerWriter {
  const name = `${signal}Answer` as const // the name of a message
  const counter = COUNTERS[signal]
  return {
    done({ rejected = 0 }, contentType) {
      const errorMessage = 'Some items were rejected: ids or times are missing, or there are too many'
      const answer = rejected === 0 ? {} : { partialSuccess: { [counter]: String(rejected), errorMessage } }
      return isProtobuf(contentType) ? inProtobuf(encodeMessage(name, answer)) : inJson(answer)
    },
    refused(detail, contentType) {
      return isProtobuf(contentType) ? inProtobuf(encodeStatus(detail)) : inJson({ message: detail })
    },
  }
}

function inProtobuf(body: Uint8Array): WrittenAnswer {
  return { type: 'application/x-protobuf', body }
}

function inJson(answer: object): WrittenAnswer {
  return { type: 'application/json', body: JSON.stringify(answer) }
}
