import { use } from 'react'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import { eventPath } from '#renderer/paths.ts'
import { resolution, state as say, until } from '#renderer/texts/issues/handling.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { IssueHandling } from '#server/desk/issues/issues.ts'
import styles from './actions.module.css'

interface StateLineProps {
  issueId: number
  handling: IssueHandling
  now: number
}

/** Says in a sentence what the issue's state waits for. An open issue has no such line. */
export function StateLine({ issueId, handling, now }: StateLineProps) {
  const { state, stateSince, regression } = handling
  const reader = use(ReaderContext)
  const since = stateSince !== null && <Time time={stateSince} now={now} />
  switch (state.status) {
    case 'resolved':
      return (
        <p className={styles.state}>
          {say.resolved} {since}
          {state.resolution.kind === 'now' ? '' : `, ${resolution(state.resolution)}`}.
        </p>
      )
    case 'ignored':
      return (
        // The language data of server and browser may differ in age.
        <p className={styles.state} suppressHydrationWarning>
          {say.ignored} {since}, {until(state.until, (time) => formatReaderTime(time, reader))}.
        </p>
      )
    case 'archived':
      return (
        <p className={styles.state}>
          {say.archived} {since}.
        </p>
      )
    case 'open':
      if (state.substatus === 'escalating') {
        return (
          <p className={styles.state}>
            {say.escalated} {since}.
          </p>
        )
      }
      return state.substatus === 'regressed' && regression !== null ? (
        <p className={styles.state}>
          {say.cameBack} <Time time={regression.at} now={now} />
          {say.with} <a href={eventPath(issueId, regression.eventId)}>{say.event(regression.eventId)}</a>.
        </p>
      ) : null
  }
}
