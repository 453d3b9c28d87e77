import { formatClockTime, formatCount, formatNumber } from '../../format.ts'
import { Section } from '../content/Section.tsx'
import { barsOf, isRising, RECENT_HOURS, sum } from './bars.ts'
import styles from './Trend.module.css'

const BOX = { width: 720, height: 76, gap: 5 }
const HOUR_MS = 3_600_000

/** The last 24 hours at full width. Each bar names its hour and its number on hover. */
export function Trend({ hourlyCounts, now }: { hourlyCounts: readonly number[]; now: number }) {
  const bars = barsOf(hourlyCounts, BOX)
  const rising = isRising(hourlyCounts)
  const thisHour = Math.floor(now / HOUR_MS) * HOUR_MS
  const hourAt = (index: number) =>
    formatClockTime(thisHour - (hourlyCounts.length - 1 - index) * HOUR_MS).slice(0, 5)
  const total = formatCount(sum(hourlyCounts), 'event')
  const most = formatNumber(Math.max(0, ...hourlyCounts))
  return (
    <Section title="Last 24 hours" note={total} aside={<span>most in an hour: {most}</span>}>
      <div className={styles.trend}>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${total} in 24 hours, ${most} in the busiest hour${rising ? ', rising' : ''}`}
        >
          {bars.map((bar, index) => (
            <rect
              key={bar.x}
              {...bar}
              data-bar
              data-when={index < bars.length - RECENT_HOURS ? 'earlier' : rising ? 'rising' : 'recent'}
            >
              <title>{`${hourAt(index)} UTC: ${formatCount(hourlyCounts[index] ?? 0, 'event')}`}</title>
            </rect>
          ))}
        </svg>
        <p className={styles.axis} aria-hidden="true">
          <span>{hourAt(0)} UTC</span>
          <span>{hourAt(Math.floor(hourlyCounts.length / 2))}</span>
          <span>now</span>
        </p>
      </div>
    </Section>
  )
}
