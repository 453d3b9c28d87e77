import {
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
  TestRunner,
} from 'vitest'
import { engineOf, shareOf } from './turns.ts'

/** Skips the tests whose turn it is not, and the hooks of descriptions that have no others. */
export default class DealingRunner extends TestRunner {
  onBeforeRunFiles(files: RunnerTestFile[]): void {
    for (const file of files) {
      dealEngines(file, engineOf(file.name))
      dealTests(file, shareOf(file.name))
      skipEmpty(file)
    }
  }
}

function dealTests(file: RunnerTestFile, { first, every }: { first: number; every: number }): void {
  if (every === 1) return
  for (const [place, test] of listTests(file).entries()) if (place % every !== first) test.mode = 'skip'
}

/** Of two descriptions of the same for each engine, leaves one. */
function dealEngines(suite: RunnerTestSuite, engine: 'sqlite' | 'postgres' | undefined): void {
  if (engine === undefined) return
  const other = engine === 'sqlite' ? 'postgres' : 'sqlite'
  const names = new Set(suite.tasks.map(({ name }) => name))
  for (const task of suite.tasks) {
    if (task.name.includes(other) && names.has(task.name.replace(other, engine))) skip(task)
    else if (task.type === 'suite') dealEngines(task, engine)
  }
}

function skip(task: RunnerTask): void {
  for (const test of listTests(task)) test.mode = 'skip'
}

function listTests(task: RunnerTask): RunnerTestCase[] {
  if (task.mode === 'skip' || task.mode === 'todo') return []
  return task.type === 'test' ? [task] : task.tasks.flatMap(listTests)
}

function skipEmpty(task: RunnerTask): void {
  if (task.type === 'test') return
  task.tasks.forEach(skipEmpty)
  if (task.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo')) task.mode = 'skip'
}
