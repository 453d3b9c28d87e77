import type { ReactNode } from 'react'
import { formatReaderTime, type Reader } from '#renderer/format/reader-time.ts'
import { eventPath, issuePath } from '#renderer/paths.ts'
import { resolution, did as say, state, until } from '#renderer/texts/issues/handling.ts'
import type { Activity } from '#server/store/issues/activity.ts'

/**
 * The change as the rest of a sentence after the name: "resolved this in 1.4.2". A change that nobody made
 * begins the sentence itself.
 */
export function activitySentence(activity: Activity, issueId: number, reader: Reader): ReactNode {
  switch (activity.kind) {
    case 'first-seen':
      return say.firstSeen
    case 'resolved':
      return say.resolved(resolution(activity.data.resolution))
    case 'ignored':
      return say.ignored(until(activity.data.until, (time) => formatReaderTime(time, reader)))
    case 'archived':
      return say.archived
    case 'reopened':
      return say.reopened
    case 'lapsed':
      return say.lapsed
    case 'regressed':
    case 'escalating':
      return (
        <>
          {activity.kind === 'regressed' ? say.cameBack : say.escalated}
          {say.in(activity.data.release)}
          {state.with}{' '}
          <a href={eventPath(issueId, activity.data.eventId)}>{state.event(activity.data.eventId)}</a>
        </>
      )
    case 'assigned':
      return say.assigned(activity.data)
    case 'unassigned':
      return say.unassigned(activity.data)
    case 'comment':
      return activity.data.editedAt === undefined ? say.wrote : say.wroteAndEdited
    case 'undone':
      return say.undone(activity.data.change)
    case 'alerted':
      return say.alerted(activity.data)
    case 'acknowledged':
    case 'unacknowledged':
      return say[activity.kind]
    case 'tracker': {
      const { did, name, url } = activity.data
      return (
        <>
          {say.tracker[did]} <a href={url}>{name}</a>
        </>
      )
    }
    case 'merged':
      return say.merged(activity.data.issues)
    case 'split-off':
    case 'split-from': {
      const { issueId: otherId, shortId } = activity.data
      return (
        <>
          {activity.kind === 'split-off' ? say.splitOff : say.splitFrom}{' '}
          <a href={issuePath(otherId)}>{shortId}</a>
        </>
      )
    }
  }
}
