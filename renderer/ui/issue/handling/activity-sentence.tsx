import type { ReactNode } from 'react'
import type { Activity } from '../../../../server/store/issue-activity.ts'
import { eventPath, issuePath } from '../../../paths.ts'
import { describeResolution, describeUntil } from './describe-state.ts'

/** What happened, after who did it: "resolved this in 1.4.2". What nobody did begins by itself. */
export function activitySentence(activity: Activity, issueId: number): ReactNode {
  switch (activity.kind) {
    case 'first-seen':
      return 'First seen'
    case 'resolved':
      return `resolved this ${describeResolution(activity.data.resolution)}`.trim()
    case 'ignored':
      return `ignored this ${describeUntil(activity.data.until)}`
    case 'archived':
      return 'archived this'
    case 'reopened':
      return 'opened this again'
    case 'lapsed':
      return 'The time that it was ignored for has passed'
    case 'regressed':
    case 'escalating':
      return (
        <>
          {activity.kind === 'regressed' ? 'Came back' : 'Did what its ignoring waited for'}
          {activity.data.release === null ? '' : ` in ${activity.data.release}`}, with{' '}
          <a href={eventPath(issueId, activity.data.eventId)}>event {activity.data.eventId.slice(0, 8)}</a>
        </>
      )
    case 'assigned':
      return `assigned this to ${activity.data.assignee}`
    case 'unassigned':
      return 'assigned this to nobody'
    case 'comment':
      return activity.data.editedAt === undefined ? 'wrote' : 'wrote, and edited'
    case 'merged':
      return `merged ${activity.data.issues.join(', ')} into this`
    case 'split-off':
    case 'split-from': {
      const { issueId: otherId, shortId } = activity.data
      return (
        <>
          split {activity.kind === 'split-off' ? 'off' : 'this from'}{' '}
          <a href={issuePath(otherId)}>{shortId}</a>
        </>
      )
    }
  }
}
