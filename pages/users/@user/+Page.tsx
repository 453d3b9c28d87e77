import { formatDuration } from '#renderer/format/format-duration.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { eventPath, issuesPath, tracePath, userPath } from '#renderer/paths.ts'
import { title as issuesTitle } from '#renderer/texts/issues/issue-list.ts'
import { kinds, user as say } from '#renderer/texts/issues/users.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import { EventTable } from '#renderer/views/issue/events/EventTable.tsx'
import { BulkBar } from '#renderer/views/issue/list/BulkBar.tsx'
import { UserIssueList } from '#renderer/views/user/UserIssueList.tsx'
import { splitUserName } from '#renderer/views/user/user-name.ts'
import type { loader } from './+loader.ts'
import styles from './user.module.css'

/** More issues are not listed. */
const MOST_ISSUES = 50

type UserData = Awaited<ReturnType<typeof loader>>

export default function UserPage() {
  const data = usePageData<typeof loader>()
  const { name, facts, issues, events, projectSlug } = data
  const { now } = useFrame()
  const result = useActionResult()
  const { kind, value } = splitUserName(name)
  const project = projectSlug ?? undefined
  return (
    <>
      <Crumbs crumbs={[{ name: issuesTitle, href: issuesPath(project === undefined ? {} : { project }) }]} />
      <PageHead
        title={value}
        intro={
          <>
            {say.intro(kinds[kind] ?? kind, project)}{' '}
            {project !== undefined && <a href={userPath(name)}>{say.everywhere}</a>}
          </>
        }
      />
      <ActionNotice result={result} />
      <WithAside
        lead={
          <Section title={say.issues} note={say.issuesNote(issues.length, issues.length < MOST_ISSUES)}>
            <UserIssueList issues={issues} now={now} />
          </Section>
        }
        aside={
          facts.length > 0 && (
            <Section title={say.facts}>
              <div className={styles.facts}>
                <KeyValueList entries={facts.map(([fact, text]) => ({ name: fact, value: text }))} />
              </div>
            </Section>
          )
        }
      >
        <Section title={say.events} note={say.eventsNote(events.length, totalOf(issues))}>
          {events.length === 0 ? (
            <p className={styles.none}>{say.noEvents}</p>
          ) : (
            <EventTable events={events} now={now} isOfOneUser />
          )}
        </Section>
        <Traces traces={data.traces} now={now} />
        <Feedback feedback={data.feedback} now={now} />
      </WithAside>
      {data.bulk !== null && <BulkBar actions={data.bulk} />}
    </>
  )
}

function totalOf(issues: UserData['issues']): number {
  return issues.reduce((total, { eventCount }) => total + eventCount, 0)
}

function Traces({ traces, now }: { traces: UserData['traces']; now: number }) {
  if (traces.length === 0) return null
  return (
    <Section title={say.traces} note={say.tracesNote}>
      <ul className={styles.list}>
        {traces.map(({ traceId, op, title, startMs, durationMs }) => (
          <li key={traceId}>
            <a href={tracePath(traceId)}>
              <bdi>{title}</bdi>
            </a>
            <bdi className={styles.quiet}>{op}</bdi>
            <span className={styles.end}>
              {formatDuration(durationMs)}, <PageTime time={startMs} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Feedback({ feedback, now }: { feedback: UserData['feedback']; now: number }) {
  if (feedback.length === 0) return null
  return (
    <Section title={say.feedback}>
      <ul className={styles.list}>
        {feedback.map(({ feedbackId, message, timestamp, issueId, eventId }) => (
          <li key={feedbackId}>
            <div className={styles.message}>
              <LongText name={say.feedback} text={message} />
            </div>
            <span className={styles.end}>
              {issueId !== null && eventId !== null && (
                <a href={eventPath(issueId, eventId)}>{eventId.slice(0, 8)}</a>
              )}{' '}
              <PageTime time={timestamp} now={now} hasAge />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
