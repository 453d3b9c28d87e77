import { type DeskProcess, type StartOptions, startOneDesk } from './processes/one-desk.ts'
import { startDesks, takesSeveral } from './processes/several-desks.ts'

export {
  compileCache,
  type DeskProcess,
  owner,
  removeData,
  repositoryRoot,
  runMain,
} from './processes/one-desk.ts'

/** Starts a desk: one process, or several on one database if the run wants that. */
export function startDesk(options: StartOptions = {}): Promise<DeskProcess> {
  return takesSeveral(options) ? startDesks(options) : startOneDesk(options)
}
