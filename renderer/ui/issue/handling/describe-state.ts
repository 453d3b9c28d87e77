import type { IgnoredUntil, Resolution } from '../../../../server/processing/life-cycle.ts'
import { formatCount, formatExactTime } from '../../../format.ts'

/** After "Resolved". */
export function describeResolution(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'now':
      return ''
    case 'next-release':
      return resolution.after === null ? 'in the next release' : `in the release after ${resolution.after}`
    case 'release':
      return `in ${resolution.release}`
  }
}

/** After "Ignored". */
export function describeUntil(until: IgnoredUntil): string {
  switch (until.kind) {
    case 'forever':
      return 'for ever'
    case 'time':
      return `until ${formatExactTime(until.until)}`
    case 'events': {
      const events = `until ${formatCount(until.count, 'more event')}`
      return until.periodMinutes === null
        ? events
        : `${events} within ${formatCount(until.periodMinutes, 'minute')}`
    }
    case 'users': {
      const users = `until ${formatCount(until.count, 'user')} ${until.count === 1 ? 'is' : 'are'} hit`
      return until.periodMinutes ? `${users} within ${formatCount(until.periodMinutes, 'minute')}` : users
    }
    case 'environment':
      return `in ${until.environment}`
  }
}
