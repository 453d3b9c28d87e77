import type { EventDetail } from '../../../server/desk.ts'
import type { NormalizedEvent } from '../../../server/processing/event.ts'
import { LongText } from '../content/LongText.tsx'
import { Section } from '../content/Section.tsx'
import { Notice } from '../form/Notice.tsx'
import { ContextSections } from './ContextSections.tsx'
import styles from './EventBody.module.css'
import { RequestSection } from './RequestSection.tsx'
import { StackTrace } from './StackTrace.tsx'
import { Trail } from './Trail.tsx'

/** Everything that one event tells, the most telling first. */
export function EventBody({ event }: { event: EventDetail }) {
  const { payload } = event
  const exceptions = payload.exception.values
  return (
    <div className={styles.stack}>
      {payload.ingestion_warnings.length > 0 && <Warnings warnings={payload.ingestion_warnings} />}
      {exceptions.length > 0 ? (
        <StackTrace exceptions={exceptions} />
      ) : (
        <Message text={payload.message ?? event.value} />
      )}
      <Trail
        crumbs={payload.breadcrumbs.values}
        end={{ timestamp: payload.timestamp, level: payload.level, text: endOf(payload, event.value) }}
      />
      {payload.request !== undefined && <RequestSection request={payload.request} />}
      <ContextSections payload={payload} />
    </div>
  )
}

function Message({ text }: { text: string }) {
  return (
    <Section title="Message">
      <div className={styles.message}>
        <LongText name="Message" text={text} />
      </div>
    </Section>
  )
}

function Warnings({ warnings }: { warnings: string[] }) {
  return (
    <Notice tone="warning">
      <p>Not everything that was sent is here:</p>
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
