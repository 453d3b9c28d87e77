import type { IssueHandling } from '../../../../server/desk-issues.ts'
import { eventPath } from '../../../paths.ts'
import { Time } from '../../content/Time.tsx'
import styles from './actions.module.css'
import { describeResolution, describeUntil } from './describe-state.ts'

interface StateLineProps {
  issueId: number
  handling: IssueHandling
  now: number
}

/** What its state waits for, in a sentence; nothing for what is simply open. */
export function StateLine({ issueId, handling, now }: StateLineProps) {
  const { state, stateSince, regression } = handling
  const since = stateSince !== null && <Time time={stateSince} now={now} />
  switch (state.status) {
    case 'resolved':
      return (
        <p className={styles.state}>
          Resolved {since}
          {state.resolution.kind === 'now' ? '' : `, ${describeResolution(state.resolution)}`}.
        </p>
      )
    case 'ignored':
      return (
        <p className={styles.state}>
          Ignored {since}, {describeUntil(state.until)}.
        </p>
      )
    case 'archived':
      return <p className={styles.state}>Archived {since}.</p>
    case 'open':
      if (state.substatus === 'escalating') {
        return <p className={styles.state}>What it was ignored for ended {since}.</p>
      }
      return state.substatus === 'regressed' && regression !== null ? (
        <p className={styles.state}>
          Came back <Time time={regression.at} now={now} />, with{' '}
          <a href={eventPath(issueId, regression.eventId)}>event {regression.eventId.slice(0, 8)}</a>.
        </p>
      ) : null
  }
}
