import { clipText } from '#renderer/format/format.ts'
import { formatOffset } from '#renderer/format/format-duration.ts'
import { trail as say, sections } from '#renderer/texts/issues/event.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { EventLevel, NormalizedBreadcrumb } from '#server/processing/event.ts'
import { type CrumbText, describeCrumb } from './describe-crumb.ts'
import styles from './Trail.module.css'
import { TrailFilter } from './TrailFilter.tsx'

interface TrailProps {
  crumbs: NormalizedBreadcrumb[]
  /** The end of the trail; `timestamp` in seconds since the epoch. */
  end: { timestamp: number; level: EventLevel; text: string }
}

type Step = CrumbText & { category: string; level: EventLevel; offsetMs: number }

const SHOWN_STEPS = 25
const TEXT_CHARACTERS = 400

/** The breadcrumbs before the event. Times are relative to the event, which is the last entry. */
export function Trail({ crumbs, end }: TrailProps) {
  const steps = crumbs.map(
    (crumb): Step => ({
      ...describeCrumb(crumb),
      category: crumb.category,
      level: crumb.level,
      offsetMs: (crumb.timestamp - end.timestamp) * 1000,
    }),
  )
  const hidden = steps.slice(0, -SHOWN_STEPS)
  return (
    <div className={styles.trail}>
      <Section
        id="trail"
        title={sections.trail}
        note={say.order}
        aside={<TrailFilter kinds={new Set(steps.map((step) => step.kind))} />}
      >
        <div className={styles.body}>
          {hidden.length > 0 && (
            <details className={styles.hidden}>
              <summary>{say.earlier(hidden.length)}</summary>
              <Steps steps={hidden} />
            </details>
          )}
          <Steps steps={steps.slice(-SHOWN_STEPS)} end={end} />
        </div>
      </Section>
    </div>
  )
}

function Steps({ steps, end }: { steps: Step[]; end?: TrailProps['end'] }) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no identity and never change places
        <li key={index} className={styles.step} data-kind={step.kind} data-level={step.level}>
          <span className={styles.dot} data-dot aria-hidden="true" />
          <StepLine step={step} />
        </li>
      ))}
      {end !== undefined && (
        <li className={styles.step} data-kind="end" data-level={end.level}>
          <span className={styles.dot} data-dot aria-hidden="true" />
          <div className={styles.line}>
            <span className={styles.category}>{end.level}</span>
            <bdi className={styles.text}>{clipText(end.text, TEXT_CHARACTERS)}</bdi>
            <span className={styles.offset}>0</span>
          </div>
        </li>
      )}
    </ol>
  )
}

function StepLine({ step }: { step: Step }) {
  const line = (
    <>
      <bdi className={styles.category}>{step.category}</bdi>
      <bdi className={styles.text}>
        {(step.level === 'error' || step.level === 'fatal' || step.level === 'warning') && (
          <span className="visually-hidden">{step.level}: </span>
        )}
        {clipText(step.text, TEXT_CHARACTERS)}
      </bdi>
      <span className={styles.offset}>{formatOffset(step.offsetMs)}</span>
    </>
  )
  if (step.rest.length === 0 && step.text.length <= TEXT_CHARACTERS)
    return <div className={styles.line}>{line}</div>
  const rest = step.rest.map(([name, value]) => ({ name, value, isCode: true }))
  const whole = step.text.length > TEXT_CHARACTERS ? [{ name: 'message', value: step.text }] : []
  return (
    <details className={styles.more}>
      <summary className={styles.line}>{line}</summary>
      <KeyValueList shape="values" entries={[...whole, ...rest]} />
    </details>
  )
}
