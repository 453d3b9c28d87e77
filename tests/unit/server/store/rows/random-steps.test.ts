import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Step, Steps } from '#server/store/rows/steps.ts'
import { anySteps, STEPPED, TWINS } from '#tests/support/deltas/any-steps.ts'
import { type EngineRows, openRows } from '#tests/support/deltas/engine-rows.ts'
import { createMemoryRows } from '#tests/support/deltas/memory-rows.ts'
import { ENGINES } from '#tests/support/postgres/each-engine.ts'
import { runs } from '#tests/support/run/doses.ts'

let engines: EngineRows[] = []
let projectId = 0

beforeAll(async () => {
  engines = await Promise.all(ENGINES.map(openRows))
})
afterAll(() => Promise.all(engines.map(({ close }) => close())))

/** Runs them, and gives the answers. */
function* inTurn(steps: readonly Step[]): Steps<unknown[]> {
  const [answers, ids]: [unknown[], number[]] = [[], []]
  for (const step of steps) {
    const answer = yield step
    if (step.kind === 'insert')
      for (const id of answer as number[]) ids.push(id) // that is what it gives
    else if (step.kind === 'ask')
      answers.push(numberRows(answer as object[][], ids)) // and this
    else answers.push(answer)
  }
  return answers
}

/** Ids are another engine's; the order in which rows came is not. */
function numberRows(found: object[][], ids: readonly number[]): object[][] {
  return found.map((rows) =>
    rows.map((row) => ('id' in row ? { ...row, id: ids.indexOf(Number(row.id)) } : row)),
  )
}

async function listRows(engine: EngineRows): Promise<string[]> {
  const listed = STEPPED.map(async (table) => {
    const rows = await engine.select(`select * from ${table} where project_id = ${projectId}`)
    return rows.map((row) => ({ ...row, table }))
  })
  return describeRows((await Promise.all(listed)).flat())
}

/** In one order, without their ids, and without what is null by itself. */
function describeRows(rows: readonly object[]): string[] {
  const described = rows.map((row) => {
    const columns = Object.entries(row).filter(([name, value]) => name !== 'id' && value !== null)
    return inspect(
      columns.toSorted(([a], [b]) => (a < b ? -1 : 1)),
      { depth: null },
    )
  })
  return described.toSorted()
}

it('random steps give the same answers and leave the same rows on both engines and in memory', async () => {
  const property = fc.asyncProperty(anySteps, async (any) => {
    projectId += 1
    const steps = any.map((step) => step(projectId))
    const memory = createMemoryRows(TWINS)
    const answers = memory.run(inTurn(steps))
    const left = describeRows(memory.list())
    for (const engine of engines) {
      expect(await engine.run(inTurn(steps))).toEqual(answers)
      expect(await listRows(engine)).toEqual(left)
    }
  })
  await fc.assert(property, { numRuns: runs(1_000) })
})
