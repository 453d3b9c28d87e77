import type { SetTimer } from '../../telemetry/idle-span.ts'

interface WatchOptions {
  /** Another number after each write, by whichever process. */
  version: () => number
  readProjects: () => Promise<{ id: number; openIssueCount: number }[]>
  /** Projects that came, went or count other open issues than a moment ago, and nobody has told why. */
  onChange: (projectIds: readonly number[]) => void
  setTimer: SetTimer
  onFailure: (thrown: unknown) => void
}

export interface ProjectWatch {
  start(): void
  /** Something was told: what the projects count next may be that. */
  told(): void
  stop(): void
}

const LOOK_EVERY_MS = 1_000

/**
 * Notices what a command writes beside a running desk, such as the demo's shop: nobody tells of it. Asks for the projects
 * only where something was written, once a second at most.
 */
export function watchProjects({
  version,
  readProjects,
  onChange,
  setTimer,
  onFailure,
}: WatchOptions): ProjectWatch {
  let cancel: (() => void) | undefined
  let seenVersion: number | undefined
  let counts: Map<number, number> | undefined
  let isTold = false

  async function look(): Promise<void> {
    const current = version()
    if (current === seenVersion) return
    seenVersion = current
    const wasTold = isTold
    isTold = false
    const before = counts
    counts = new Map((await readProjects()).map(({ id, openIssueCount }) => [id, openIssueCount]))
    const changed = before === undefined || wasTold || isTold ? [] : differing(before, counts)
    if (changed.length > 0) onChange(changed)
  }

  function tick(): void {
    cancel = setTimer(tick, LOOK_EVERY_MS)
    look().catch(onFailure)
  }

  return {
    start() {
      if (cancel === undefined) tick()
    },
    told() {
      isTold = true
    },
    stop() {
      cancel?.()
      cancel = undefined
      counts = undefined // what is written while nobody listens is nobody's news
      seenVersion = undefined
    },
  }
}

function differing(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].filter((id) => before.get(id) !== after.get(id))
}
