import type { ReactNode } from 'react'
import { formatCount } from '#renderer/format/format.ts'
import { tracePath, userPath } from '#renderer/paths.ts'
import { aboutIssue, factNames, facts as say } from '#renderer/texts/issues/event.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { DigestBox } from '#renderer/ui/digest/DigestBox.tsx'
import type { EventDetail } from '#server/models/events.ts'
import type { IssueTag } from '#server/store/issues/tags.ts'
import styles from './EventAside.module.css'
import { eventFacts, type Fact, moreFacts } from './facts/event-facts.ts'
import { eventsWithTagPath } from './facts/tag-query.ts'

const TRACE_ID = /^[0-9a-f]{32}$/
const OUR_DIGEST = /^[0-9A-Z]{6}-[0-9A-Z]{6}$/

interface EventAsideProps {
  event: EventDetail
  /** The issue's tags, which say how many events share a fact. */
  tags?: readonly IssueTag[]
  now: number
}

/** The side of an event's page: its digests and facts. */
export function EventAside({ event, tags = [], now }: EventAsideProps) {
  const { digests } = event.payload
  const linked = (fact: Fact) => ({ ...fact, value: <FactValue fact={fact} event={event} tags={tags} /> })
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
            ...eventFacts(event).map(linked),
          ]}
        />
        <details className={styles.more}>
          <summary>{say.more}</summary>
          <KeyValueList
            entries={[
              { name: say.exactly, value: <Time time={event.timestamp} /> },
              ...moreFacts(event).map(linked),
            ]}
          />
        </details>
      </section>
    </aside>
  )
}

/** A fact that is counted links to the issue's events with the same one. */
function FactValue({ fact, event, tags }: { fact: Fact; event: EventDetail; tags: readonly IssueTag[] }) {
  const { name, value, tag } = fact
  if (name === factNames.trace && TRACE_ID.test(value)) return <a href={tracePath(value)}>{value}</a>
  if (tag === undefined) return <LongText name={name} text={value} />
  const ofKey = tags.find(({ key }) => key === tag.key)
  const count = ofKey?.topValues.find((counted) => counted.value === tag.value)?.count
  return (
    <>
      <a
        className={styles.fact}
        href={eventsWithTagPath(event.issueId, tag.key, tag.value)}
        title={say.filter}
      >
        {count !== undefined && <span className={styles.count}>{formatCount(count, 'event')}</span>}
        <bdi>{value}</bdi>
      </a>
      {tag.key === 'user' && (
        <a className={styles.all} href={userPath(tag.value, { project: event.projectSlug })}>
          {say.allOfUser}
        </a>
      )}
    </>
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
