import type { SetTimer } from '#telemetry/trace/idle-span.ts'

/** What of a project pages show, and commands change. */
export interface WatchedProject {
  id: number
  openIssueCount: number
  /** The first that is active: pages show it to be copied. */
  publicKey: string | null
}

interface WatchOptions {
  /** Another number after each write, by whichever process. */
  version: () => number
  readProjects: () => Promise<WatchedProject[]>
  /** Anything was written since the last look. */
  onWrite: () => Promise<void>
  /** Projects that have another key, or came, went or count other open issues than a moment ago and nobody has told why. */
  onChange: (projectIds: readonly number[]) => void
  setTimer: SetTimer
  onFailure: (thrown: unknown) => void
}

export interface ProjectWatch {
  start(): void
  /** Something was told: what the projects count next may be that. */
  notified(): void
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
  onWrite,
  onChange,
  setTimer,
  onFailure,
}: WatchOptions): ProjectWatch {
  let cancel: (() => void) | undefined
  let seenVersion: number | undefined
  let projects: Map<number, WatchedProject> | undefined
  let isNotified = false

  async function look(): Promise<void> {
    const current = version()
    if (current === seenVersion) return
    seenVersion = current
    await onWrite()
    const wasNotified = isNotified
    isNotified = false
    const before = projects
    projects = new Map((await readProjects()).map((project) => [project.id, project]))
    const changed = before === undefined ? [] : differing(before, projects, wasNotified || isNotified)
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
    notified() {
      isNotified = true
    },
    stop() {
      cancel?.()
      cancel = undefined
      projects = undefined // what is written while nobody listens is nobody's news
      seenVersion = undefined
    },
  }
}

/** `isTold`: that they count others was said, or is about to be. */
function differing(
  before: ReadonlyMap<number, WatchedProject>,
  after: ReadonlyMap<number, WatchedProject>,
  isNotified: boolean,
): number[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].filter((id) => {
    const [was, is] = [before.get(id), after.get(id)]
    if (was !== undefined && is !== undefined && was.publicKey !== is.publicKey) return true
    return !isNotified && was?.openIssueCount !== is?.openIssueCount
  })
}
