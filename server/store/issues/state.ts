import type { IgnoredUntil, IssueState, Resolution, Substatus } from '#server/processing/life-cycle.ts'

/** The columns of an issue that say its state. */
export interface StateColumns {
  status: string
  substatus: string | null
  /** JSON. */
  condition: string | null
}

const OPEN: IssueState = { status: 'open', substatus: null }

/** What `formatState` wrote. */
export function parseState({ status, substatus, condition }: StateColumns): IssueState {
  switch (status) {
    case 'resolved':
      return { status, resolution: condition === null ? { kind: 'now' } : readCondition(condition) }
    case 'ignored':
      return { status, until: condition === null ? { kind: 'forever' } : readCondition(condition) }
    case 'archived':
      return { status }
    default:
      return substatus === null ? OPEN : { status: 'open', substatus: substatus as Substatus } // ours only
  }
}

export function formatState(state: IssueState): StateColumns & { until: number | null } {
  const { status } = state
  const columns = { status, substatus: null, condition: null, until: null }
  switch (state.status) {
    case 'open':
      return { ...columns, substatus: state.substatus }
    case 'archived':
      return columns
    case 'resolved':
      return { ...columns, condition: formatCondition(state.resolution) }
    case 'ignored': {
      const until = state.until.kind === 'time' ? state.until.until : null
      return { ...columns, until, condition: formatCondition(state.until) }
    }
  }
}

/** The plain cases have none, so that they can be told without reading JSON. */
function formatCondition(condition: Resolution | IgnoredUntil): string | null {
  return condition.kind === 'now' || condition.kind === 'forever' ? null : JSON.stringify(condition)
}

function readCondition<Condition extends Resolution | IgnoredUntil>(text: string): Condition {
  return JSON.parse(text) as Condition // written by formatCondition, of the same status
}
