import { encodeMessage, encodeStatus } from '#server/processing/formats/otlp/messages.ts'
import { isProtobuf } from '#server/processing/formats/otlp/parse-otlp.ts'
import type { AnswerWriter, WrittenAnswer } from './answer-writer.ts'

/**
 * Answers in the encoding of the request, as its exporter reads it:
 * https://opentelemetry.io/docs/specs/otlp/#otlphttp-response
 */
export function otlpAnswers(signal: 'traces' | 'logs'): AnswerWriter {
  const [name, counter] =
    signal === 'traces'
      ? (['tracesAnswer', 'rejectedSpans'] as const) // These are names of messages, not any text.
      : (['logsAnswer', 'rejectedLogRecords'] as const)
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
