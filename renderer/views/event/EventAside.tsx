import type { ReactNode } from 'react'
import { aboutIssue, facts as say } from '#renderer/texts/issues/event.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { DigestBox } from '#renderer/ui/digest/DigestBox.tsx'
import type { EventDetail } from '#server/models/events.ts'
import styles from './EventAside.module.css'
import { eventFacts, moreFacts } from './facts/event-facts.ts'

const OUR_DIGEST = /^[0-9A-Z]{6}-[0-9A-Z]{6}$/

/** The side of an event's page: its digests and facts. */
export function EventAside({ event, now }: { event: EventDetail; now: number }) {
  const { digests } = event.payload
  return (
    <aside className={styles.aside} aria-label={say.label}>
      {digests.length > 0 && (
        <section>
          <h2>{digests.length === 1 ? say.digest : say.digests}</h2>
          {digests.map((digest) => (
            <DigestBox key={digest} digest={digest} note={noteOf(digest)} />
          ))}
        </section>
      )}
      <section>
        <h2 className="visually-hidden">{say.title}</h2>
        <KeyValueList
          entries={[
            { name: say.when, value: <Time time={event.timestamp} now={now} /> },
            ...eventFacts(event),
          ]}
        />
        <details className={styles.more}>
          <summary>{say.more}</summary>
          <KeyValueList
            entries={[{ name: say.exactly, value: <Time time={event.timestamp} /> }, ...moreFacts(event)]}
          />
        </details>
      </section>
    </aside>
  )
}

function noteOf(digest: string): string {
  return OUR_DIGEST.test(digest) ? say.ours : say.foreign
}

/**
 * The side of an issue's page, which is the same for all events: who is affected, what was done, and
 * similar issues.
 */
export function IssueAside({ children }: { children: ReactNode }) {
  return (
    <aside className={styles.aside} aria-label={aboutIssue}>
      {children}
    </aside>
  )
}
