import { Worker } from 'node:worker_threads'
import type { Config } from '#server/config/config.ts'
import type { InstanceCheck } from '#server/models/settings/instance.ts'

/** What takes a database of some size for seconds, in which the desk goes on answering. `now` is in milliseconds. */
export type InstanceTask = BackUpTask | ExamineTask

interface BackUpTask {
  kind: 'back up'
  /** The database. */
  file: string
  to: string
  now: number
}

interface ExamineTask {
  kind: 'examine'
  config: Config
  now: number
}

/** Runs a task in a thread of its own, and gives what it answers. */
export function runTask(task: ExamineTask): Promise<InstanceCheck[]>
export function runTask(task: BackUpTask): Promise<null>
export function runTask(task: InstanceTask): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const worker = new Worker(new URL('./instance-worker.ts', import.meta.url), { workerData: task })
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`Cannot ${task.kind}: the thread ended with ${code}`)))
  return promise
}
