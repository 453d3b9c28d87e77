import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from 'vitest'
import { shareOf } from './turns.ts'

/** Runs a share of the tests of some files; the others are skipped, and with them the hooks of descriptions that have none left. */
export default class DealingRunner extends TestRunner {
  onBeforeRunFiles(files: RunnerTestFile[]): void {
    for (const file of files) deal(file, shareOf(file.filepath))
  }
}

function deal(file: RunnerTestFile, { first, every }: { first: number; every: number }): void {
  if (every === 1) return
  for (const [place, test] of listTests(file).entries()) if (place % every !== first) test.mode = 'skip'
  skipEmpty(file)
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
