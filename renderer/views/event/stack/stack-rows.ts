import type { NormalizedFrame } from '#server/processing/event.ts'
import { packageOf } from './package-of.ts'

export type StackRow =
  /** `times` is the number of repetitions in a recursion. */
  | { kind: 'frame'; frame: NormalizedFrame; times: number; isOpen: boolean }
  | { kind: 'folded'; frames: NormalizedFrame[]; packages: string[] }

/**
 * Orders the frames with the innermost call first. The application's own frames stand alone, and those
 * between them are collapsed. If none is the application's own, the innermost frame is shown alone. Only
 * the first frame with code or variables is open: it is where the failure is, and the callers are read less.
 */
export function stackRows(frames: readonly NormalizedFrame[]): StackRow[] {
  const innermostFirst = frames.toReversed()
  const hasOwn = innermostFirst.some(isOwn)
  const rows: StackRow[] = []
  let hasOpen = false
  for (const [index, frame] of innermostFirst.entries()) {
    const last = rows.at(-1)
    const standsAlone = hasOwn ? isOwn(frame) : index === 0
    if (!standsAlone) {
      if (last?.kind === 'folded') last.frames.push(frame)
      else rows.push({ kind: 'folded', frames: [frame], packages: [] })
    } else if (last?.kind === 'frame' && isSameCall(last.frame, frame)) {
      last.times += 1
    } else {
      const isOpen: boolean = !hasOpen && (frame.context_line !== undefined || frame.vars !== undefined)
      hasOpen ||= isOpen
      rows.push({ kind: 'frame', frame, times: 1, isOpen })
    }
  }
  return rows.map((row) => (row.kind === 'folded' ? { ...row, packages: packagesOf(row.frames) } : row))
}

/** As server/processing/stack/own-frame.ts says. */
function isOwn({ in_app, is_system }: NormalizedFrame): boolean {
  return in_app && is_system !== true
}

function packagesOf(frames: readonly NormalizedFrame[]): string[] {
  return [...new Set(frames.map(packageOf).filter((name) => name !== undefined))]
}

function isSameCall(a: NormalizedFrame, b: NormalizedFrame): boolean {
  return (
    a.function === b.function &&
    a.filename === b.filename &&
    a.abs_path === b.abs_path &&
    a.lineno === b.lineno &&
    a.colno === b.colno &&
    a.package === b.package &&
    (a.function !== undefined || a.instruction_addr === b.instruction_addr)
  )
}
