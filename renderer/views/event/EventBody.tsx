import type { ReactNode } from 'react'
import { leftOut as leftOutWords, sections, warnings as warningWords } from '#renderer/texts/issues/event.ts'
import { LongText } from '#renderer/ui/content/LongText.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { EventView } from '#server/desk/events/event-view.ts'
import type { EditorSetting } from '#server/models/editor.ts'
import type { EventDetail, RelatedEvent } from '#server/models/events.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { Attachments } from './Attachments.tsx'
import styles from './EventBody.module.css'
import { eventFilePath, wholeEventPath } from './event-paths.ts'
import { Feedback } from './Feedback.tsx'
import { RelatedEvents } from './RelatedEvents.tsx'
import { ContextSections } from './sections/ContextSections.tsx'
import { FlagsSection } from './sections/FlagsSection.tsx'
import { GroupingDetails } from './sections/GroupingDetails.tsx'
import { ImagesSection } from './sections/ImagesSection.tsx'
import { LogsSection } from './sections/LogsSection.tsx'
import { PackagesSection } from './sections/PackagesSection.tsx'
import { RequestSection } from './sections/RequestSection.tsx'
import { TagsSection } from './sections/TagsSection.tsx'
import { ThreadsSection } from './sections/ThreadsSection.tsx'
import { TraceSection } from './sections/TraceSection.tsx'
import { EditorChoice } from './stack/EditorChoice.tsx'
import type { PageHeading } from './stack/exceptions/Exception.tsx'
import type { StackForms } from './stack/frames-as-sent.ts'
import { StackTrace } from './stack/StackTrace.tsx'
import { splitThreads } from './stack/thread-text.ts'
import { Trail } from './trail/Trail.tsx'

interface EventLeadProps {
  event: EventDetail
  view: EventView
  relatedEvents: readonly RelatedEvent[]
  stackForms?: StackForms | undefined
  /** Describes what is too large for one page. */
  leftOut: readonly string[]
  editor: EditorSetting | null
  /** What the page's heading says. */
  heading?: PageHeading
  /** What follows from where it failed. The failing line itself must be on the first screen. */
  afterStack?: ReactNode
  now: number
}

/** What answers most questions: the failing line with its variables, and the trail that led to it. */
export function EventLead(props: EventLeadProps) {
  const { event, view, relatedEvents, stackForms, leftOut, editor, heading, afterStack, now } = props
  const { payload } = event
  const exceptions = payload.exception.values
  const { failed, others } = splitThreads(payload)
  const related = <RelatedEvents sides={relatedEvents} isEcho={view.isEcho} now={now} />
  return (
    <div className={styles.stack}>
      {payload.ingestion_warnings.length > 0 && <Warnings warnings={payload.ingestion_warnings} />}
      {leftOut.length > 0 && <LeftOut event={event} parts={leftOut} />}
      {/* An echo says nothing itself, so its cause comes first. */}
      {view.isEcho && related}
      {exceptions.length > 0 ? (
        <StackTrace
          exceptions={exceptions}
          tree={view.exceptionTree}
          forms={stackForms}
          textPath={eventFilePath(event, 'stack.txt')}
          editor={editor}
          heading={heading}
          thread={failed}
        >
          <EditorChoice editor={editor} />
        </StackTrace>
      ) : (
        <Message text={payload.message ?? event.value} />
      )}
      {afterStack}
      <ThreadsSection threads={others} editor={editor} />
      <Feedback feedback={view.feedback} now={now} />
      <Trail
        crumbs={payload.breadcrumbs.values}
        end={{ timestamp: payload.timestamp, level: payload.level, text: endOf(payload, event.value) }}
      />
      {!view.isEcho && related}
    </div>
  )
}

/** The rest of what was reported, the most important first. */
export function EventBody({ event, view }: { event: EventDetail; view: EventView }) {
  const { payload } = event
  return (
    <div className={styles.stack}>
      {view.logs !== null && (
        <LogsSection event={event} logs={view.logs} text={endOf(payload, event.value)} />
      )}
      {view.trace !== null && <TraceSection trace={view.trace} />}
      {payload.request !== undefined && (
        <RequestSection request={payload.request} curlPath={eventFilePath(event, 'curl.txt')} />
      )}
      <FlagsSection payload={payload} />
      <TagsSection issueId={event.issueId} tags={payload.tags} />
      <ContextSections payload={payload} />
      <PackagesSection modules={payload.modules} />
      <ImagesSection images={payload.images} />
      <Attachments event={event} attachments={view.attachments} />
      <GroupingDetails grouping={event.grouping} />
    </div>
  )
}

/** Says what the page leaves out, and links to the whole event. */
function LeftOut({ event, parts }: { event: EventDetail; parts: readonly string[] }) {
  return (
    <p className={styles.leftOut}>
      {leftOutWords.intro(parts.join(', '))} <a href={wholeEventPath(event)}>{leftOutWords.all}</a>
    </p>
  )
}

function Message({ text }: { text: string }) {
  return (
    <Section id="message" title={sections.message}>
      <div className={styles.message}>
        <LongText name={sections.message} text={text} />
      </div>
    </Section>
  )
}

function Warnings({ warnings }: { warnings: string[] }) {
  return (
    <Notice tone="warning">
      <p>{warningWords}</p>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  )
}

function endOf({ exception }: NormalizedEvent, value: string): string {
  const type = exception.values.at(-1)?.type
  return type === undefined ? value : `${type}: ${value}`
}
