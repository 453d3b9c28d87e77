import type { DeskProcess } from './desk-process.ts'
import { startPreparedDesk } from './prepared/prepared-desk.ts'

let started: Promise<DeskProcess> | undefined

/**
 * Gives the desk of this process, which its test files use one after another; it ends with the process. A file adds a project
 * of its own, and looks at nothing that other projects have part in. It starts its own desk if it needs other settings, or if
 * it counts, stops or breaks the whole desk.
 */
export function sharedDesk(): Promise<DeskProcess> {
  started ??= startPreparedDesk()
  return started
}
