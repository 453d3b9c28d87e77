import type { Pattern } from '../expression.ts'
import type { Range } from '../ranges.ts'

/** What must be true of a segment, the first span of a trace in one process, for its trace to be listed. */
export type TraceCondition =
  | { kind: 'all' | 'any'; of: TraceCondition[] }
  | { kind: 'not'; of: TraceCondition }
  | { kind: 'text'; field: TraceField; pattern: Pattern }
  /** Anywhere in its name or operation. */
  | { kind: 'words'; text: string }
  /** Duration in microseconds. */
  | { kind: 'duration'; range: Range }
  /** Nothing of its trace began before it, in the projects that are looked at. */
  | { kind: 'root' }
  /** It ended otherwise than well. */
  | { kind: 'failed' }
  /** An error event of its trace is stored. */
  | { kind: 'error' }

export type TraceField = 'name' | 'op' | 'side' | 'status' | 'release'
