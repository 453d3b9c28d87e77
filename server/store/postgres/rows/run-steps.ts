import type { ClientBase } from 'pg'
import type { Step, Steps } from '#server/store/rows/steps.ts'
import { createAnswers } from './answers.ts'
import type { RowFacts } from './row-facts.ts'
import { statementOf } from './row-sql.ts'
import { createSending } from './sending.ts'

/** Runs steps to their end, in the transaction that is open. */
export type RunSteps = <Result>(steps: Steps<Result>) => Promise<Result>

/** From here on plans are forgotten at equal distances: some milliseconds of planning in seconds of work. */
const MOST_RUNS_BETWEEN = 1_024

/**
 * Answers each step with one statement for all of its rows. Steps that nobody awaits an answer of are sent and not waited
 * for, so the client's `pipeline` should be on; a run ends when all of them are answered.
 */
export function createPostgresRows(client: ClientBase, facts: RowFacts): RunSteps {
  let runs = 0
  return async (steps) => {
    const sending = createSending(client)
    runs += 1
    if (isTimeToPlan(runs)) sending.send(FORGET_PLANS, [])
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

const FORGET_PLANS = statementOf([], 'discard plans')

/**
 * The server plans a statement for what a table holds when it is first used, and any index will do for an empty one. It plans
 * anew when it has analyzed the table, a minute later at the earliest; meanwhile each key would be looked for among all
 * rows of its project. So plans are forgotten whenever the runs have doubled.
 */
function isTimeToPlan(runs: number): boolean {
  return runs % MOST_RUNS_BETWEEN === 0 || (runs & (runs - 1)) === 0
}
