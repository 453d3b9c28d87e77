import type { CSSProperties } from 'react'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { eventPath, tracePath } from '#renderer/paths.ts'
import { trace as say, sections } from '#renderer/texts/issues/event.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { TraceExcerpt, TraceRow } from '#server/models/traces/traces.ts'
import styles from './TraceSection.module.css'

/** The spans around the event, as many as fit a quick look. */
export function TraceSection({ trace }: { trace: TraceExcerpt }) {
  const { traceId, rows, durationUs, spanCount, errorCount, isWhole } = trace
  return (
    <Section
      id="trace"
      title={sections.trace}
      note={`${formatDuration(durationUs / 1000)}, ${say.facts(spanCount, errorCount, isWhole)}`}
      aside={<a href={tracePath(traceId)}>{say.whole}</a>}
    >
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a trace's rows never change places
          <Row key={index} row={row} wholeUs={durationUs} />
        ))}
      </ol>
    </Section>
  )
}

function Row({ row, wholeUs }: { row: TraceRow; wholeUs: number }) {
  const share = (partUs: number) => (wholeUs > 0 ? Math.round((1000 * partUs) / wholeUs) / 10 : 0)
  const place = { '--from': share(row.startUs), '--part': share(row.durationUs) }
  return (
    <li
      className={styles.row}
      data-kind={row.kind}
      data-here={row.isHere}
      // React's types know no custom properties.
      style={{ '--depth': Math.min(row.depth, 8), ...place } as CSSProperties}
    >
      <span className={styles.what}>
        {row.op !== '' && (
          <>
            <bdi className={styles.op}>{row.op}</bdi>{' '}
          </>
        )}
        <Name row={row} />
        {row.isFailed && row.kind === 'span' && <span className="visually-hidden"> ({say.failed})</span>}
        {row.isHere && row.kind === 'error' && <span className="visually-hidden"> ({say.here})</span>}
      </span>
      <span className={styles.lane} aria-hidden="true">
        <span
          className={styles.bar}
          data-tone={colourOf(row)}
          data-failed={row.isFailed || undefined}
          data-bar
        />
      </span>
      <span className={styles.took}>
        {row.kind === 'span'
          ? formatDuration(row.durationUs / 1000)
          : say.at(formatDuration(row.startUs / 1000))}
      </span>
    </li>
  )
}

function Name({ row: { name, event, isHere } }: { row: TraceRow }) {
  if (event === undefined || isHere) return <bdi className={styles.name}>{name}</bdi>
  return (
    <a className={styles.link} href={eventPath(event.issueId, event.eventId)}>
      <bdi className={styles.name}>{name}</bdi>
    </a>
  )
}

function colourOf({ side, op }: TraceRow): string {
  return /^(db|cache)(\.|$)/.test(op) ? 'database' : side
}
