import { formatCount } from '../../format.ts'
import { isRising, pathOf, RECENT_HOURS, sum } from './bars.ts'
import styles from './Sparkline.module.css'

const GRID = { step: 5, height: 26 }

/** The last 24 hours; the latest ones in ink, or in the level's colour when they rise. */
export function Sparkline({ hourlyCounts }: { hourlyCounts: readonly number[] }) {
  const { viewBox, label, rising, earlier, recent } = drawingOf(hourlyCounts)
  return (
    <svg className={styles.spark} viewBox={viewBox} role="img" aria-label={label}>
      {earlier && <path className={styles.earlier} d={earlier} />}
      {recent && <path className={styles.recent} data-rising={rising} d={recent} />}
    </svg>
  )
}

/** The server remembers trends that have not changed: each is drawn once. */
const drawings = new WeakMap<readonly number[], ReturnType<typeof draw>>()

function drawingOf(hourlyCounts: readonly number[]) {
  const drawing = drawings.get(hourlyCounts) ?? draw(hourlyCounts)
  drawings.set(hourlyCounts, drawing)
  return drawing
}

function draw(hourlyCounts: readonly number[]) {
  const hours = hourlyCounts.length
  const rising = isRising(hourlyCounts)
  return {
    viewBox: `-2 0 ${hours * GRID.step - 1} ${GRID.height}`,
    label: `${formatCount(sum(hourlyCounts), 'event')} in 24 hours${rising ? ', rising' : ''}`,
    rising,
    earlier: pathOf(hourlyCounts, { ...GRID, to: hours - RECENT_HOURS }),
    recent: pathOf(hourlyCounts, { ...GRID, from: hours - RECENT_HOURS }),
  }
}
