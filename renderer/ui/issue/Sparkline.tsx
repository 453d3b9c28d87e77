import { formatCount } from '../../format.ts'
import { barsOf, isRising, pathOf, RECENT_HOURS, sum } from './bars.ts'
import styles from './Sparkline.module.css'

const BOX = { width: 119, height: 26, gap: 1.6 }

/** The last 24 hours; the latest ones in ink, or in the level's colour when they rise. */
export function Sparkline({ hourlyCounts }: { hourlyCounts: number[] }) {
  const bars = barsOf(hourlyCounts, BOX)
  const rising = isRising(hourlyCounts)
  const label = `${formatCount(sum(hourlyCounts), 'event')} in 24 hours${rising ? ', rising' : ''}`
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      strokeWidth={bars[0]?.width}
      role="img"
      aria-label={label}
    >
      <path className={styles.earlier} data-bar d={pathOf(bars.slice(0, -RECENT_HOURS))} />
      <path className={styles.recent} data-bar data-rising={rising} d={pathOf(bars.slice(-RECENT_HOURS))} />
    </svg>
  )
}
