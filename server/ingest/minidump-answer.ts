import type { AnswerWriter } from './answer-writer.ts'

/** Crashpad and Breakpad keep the answer's text as the id of their report; Sentry writes it with dashes. */
export const minidumpAnswers: AnswerWriter = {
  done: ({ id = '' }) => ({ type: 'text/plain; charset=utf-8', body: withDashes(id) }),
  refused: (detail) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify({ detail }) }),
}

function withDashes(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
