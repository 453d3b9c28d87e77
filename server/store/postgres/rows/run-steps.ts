import type { ClientBase } from 'pg'
import type { Step, Steps } from '#server/store/rows/steps.ts'
import { createAnswers } from './answers.ts'
import type { RowFacts } from './row-facts.ts'
import { statementOf } from './row-sql.ts'
import { createSending } from './sending.ts'

/** Runs steps to their end, in the transaction that is open. */
export type RunSteps = <Result>(steps: Steps<Result>) => Promise<Result>

const FORGET_PLANS = statementOf([], 'discard plans')

/**
 * Answers each step with one statement for all of its rows. Steps without an answer are sent and not awaited, so the client's
 * `pipeline` should be on. A run ends when all of them are answered.
 */
export function createPostgresRows(client: ClientBase, facts: RowFacts): RunSteps {
  return async (steps) => {
    const sending = createSending(client)
    if (facts.isTimeToPlan(client)) sending.send(FORGET_PLANS, [])
    try {
      return await answerAll(steps, createAnswers(sending, facts))
    } finally {
      await sending.settle()
    }
  }
}

async function answerAll<Result>(steps: Steps<Result>, answer: (step: Step) => unknown): Promise<Result> {
  let step = steps.next()
  while (!step.done) step = steps.next(await answer(step.value))
  return step.value
}
