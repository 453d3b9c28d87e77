import { parentPort, workerData } from 'node:worker_threads'
import { examine } from '#server/process/doctor/doctor.ts'
import { thisRuntime } from '#server/process/doctor/runtime.ts'
import { makeBackup } from '#server/store/sqlite/backup/backup.ts'
import type { InstanceTask } from './run-task.ts'

const task = workerData as InstanceTask // run-task.ts starts this with nothing else
parentPort?.postMessage(await run())

async function run(): Promise<unknown> {
  if (task.kind === 'examine') return examine(task.config, { ...thisRuntime, now: () => task.now })
  makeBackup(task.file, task.to, task.now)
  return null
}
