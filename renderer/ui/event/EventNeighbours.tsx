import type { EventDetail } from '../../../server/desk.ts'
import { eventPath } from '../../paths.ts'
import { ButtonLink } from '../form/Button.tsx'
import styles from './EventNeighbours.module.css'

/** The way to the issue's events before and after this one. */
export function EventNeighbours({ event, eventCount }: { event: EventDetail; eventCount: number }) {
  const place = placeOf(event, eventCount)
  const { issueId, olderEventId, newerEventId } = event
  return (
    <nav className={styles.neighbours} aria-label="Events of this issue">
      {olderEventId !== null && (
        <ButtonLink href={eventPath(issueId, olderEventId)} rel="prev">
          Older event
        </ButtonLink>
      )}
      {newerEventId !== null && (
        <ButtonLink href={eventPath(issueId, newerEventId)} rel="next">
          Newer event
        </ButtonLink>
      )}
      {place !== undefined && <p>{place}</p>}
    </nav>
  )
}

function placeOf({ olderEventId, newerEventId }: EventDetail, eventCount: number): string | undefined {
  if (olderEventId === null && newerEventId === null) {
    return eventCount > 1 ? 'The only event of this issue that is kept.' : 'The only event of this issue.'
  }
  if (newerEventId === null) return 'The latest event of this issue.'
  return olderEventId === null ? 'The first event of this issue that is kept.' : undefined
}
