/** Writes an answer as its client reads it. */
export interface AnswerWriter {
  done(result: { id?: string; rejected?: number }, contentType: string | undefined): WrittenAnswer
  refused(detail: string, contentType: string | undefined): WrittenAnswer
}

export interface WrittenAnswer {
  type: string
  body: string | Uint8Array
}
