import { Fragment } from 'react'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/performance.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { VitalRating, VitalSummary } from '#server/models/performance.ts'
import { Delta } from './Delta.tsx'
import styles from './VitalList.module.css'

const RATINGS: readonly VitalRating[] = ['good', 'needs improvement', 'poor']

/** Each vital as a rating and a number, with the share of visits in each of the three ratings. */
export function VitalList({ vitals, isCompared }: { vitals: readonly VitalSummary[]; isCompared: boolean }) {
  return (
    <Section title={say.vitals} note={say.vitalsNote}>
      <ul className={styles.vitals}>
        {vitals.map((vital) => (
          <VitalItem key={vital.vital} summary={vital} isCompared={isCompared} />
        ))}
      </ul>
    </Section>
  )
}

function VitalItem({ summary, isCompared }: { summary: VitalSummary; isCompared: boolean }) {
  const { vital, p75, p75Before, rating, shares, count, limits } = summary
  const format = vital === 'cls' ? (value: number) => String(Number(value.toFixed(3))) : formatDuration
  return (
    <li className={styles.vital}>
      <h3 title={say.vitalNames[vital]}>
        <abbr title={say.vitalNames[vital]}>{vital.toUpperCase()}</abbr>
      </h3>
      <p className={styles.value}>
        {format(p75)} <span data-rating={rating}>{rating}</span>{' '}
        {isCompared && <Delta before={p75Before} after={p75} format={format} />}
      </p>
      <div className={styles.bar} aria-hidden="true">
        {RATINGS.map((name) => (
          <span key={name} data-rating={name} style={{ flexGrow: shares[name] }} />
        ))}
      </div>
      <p className={styles.note}>
        {RATINGS.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ' '}
            <span>
              {say.share(formatShare(Math.max(0, shares[name])), name)}
              {index < RATINGS.length - 1 && ','}
            </span>
          </Fragment>
        ))}
      </p>
      <p className={styles.note}>
        <span>{say.visits(count)},</span> <span>{say.goodUpTo(format(limits.good))}</span>
      </p>
    </li>
  )
}
