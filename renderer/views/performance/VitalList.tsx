import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/performance.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { VitalRating, VitalSummary } from '#server/models/performance.ts'
import styles from './VitalList.module.css'

const RATINGS: readonly VitalRating[] = ['good', 'needs improvement', 'poor']

/** Each vital as a rating and a number, with the share of visits in each of the three ratings. */
export function VitalList({ vitals }: { vitals: readonly VitalSummary[] }) {
  return (
    <Section title={say.vitals} note={say.vitalsNote}>
      <ul className={styles.vitals}>
        {vitals.map((vital) => (
          <VitalItem key={vital.vital} summary={vital} />
        ))}
      </ul>
    </Section>
  )
}

function VitalItem({ summary: { vital, p75, rating, shares, count, limits } }: { summary: VitalSummary }) {
  const format = vital === 'cls' ? (value: number) => String(Number(value.toFixed(3))) : formatDuration
  return (
    <li className={styles.vital}>
      <h3 title={say.vitalNames[vital]}>
        <abbr title={say.vitalNames[vital]}>{vital.toUpperCase()}</abbr>
      </h3>
      <p className={styles.value}>
        {format(p75)} <span data-rating={rating}>{rating}</span>
      </p>
      <div className={styles.bar} aria-hidden="true">
        {RATINGS.map((name) => (
          <span key={name} data-rating={name} style={{ flexGrow: shares[name] }} />
        ))}
      </div>
      <p className={styles.note}>
        {RATINGS.map((name) => say.share(formatShare(Math.max(0, shares[name])), name)).join(', ')}
      </p>
      <p className={styles.note}>
        {say.visits(count)}, {say.goodUpTo(format(limits.good))}
      </p>
    </li>
  )
}
