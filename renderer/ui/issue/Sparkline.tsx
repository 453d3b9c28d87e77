import { formatCount } from '../../format.ts'
import { isRising, pathOf, RECENT_HOURS, sum } from './bars.ts'
import styles from './Sparkline.module.css'

const GRID = { step: 5, height: 26 }

/** The last 24 hours; the latest ones in ink, or in the level's colour when they rise. */
export function Sparkline({ hourlyCounts }: { hourlyCounts: number[] }) {
  const hours = hourlyCounts.length
  const rising = isRising(hourlyCounts)
  const earlier = pathOf(hourlyCounts, { ...GRID, to: hours - RECENT_HOURS })
  const recent = pathOf(hourlyCounts, { ...GRID, from: hours - RECENT_HOURS })
  return (
    <svg
      className={styles.spark}
      viewBox={`-2 0 ${hours * GRID.step - 1} ${GRID.height}`}
      role="img"
      aria-label={`${formatCount(sum(hourlyCounts), 'event')} in 24 hours${rising ? ', rising' : ''}`}
    >
      {earlier && <path className={styles.earlier} d={earlier} />}
      {recent && <path className={styles.recent} data-rising={rising} d={recent} />}
    </svg>
  )
}
