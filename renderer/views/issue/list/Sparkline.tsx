import { formatCount } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/issues/issue-list.ts'
import { isRising, pathOf, RECENT_HOURS, sum } from '#renderer/views/issue/trend/bars.ts'
import styles from './Sparkline.module.css'

const HOURS = { step: 5, recent: RECENT_HOURS, name: say.hours }
const DAYS = { step: 9, recent: 1, name: say.days }
const HEIGHT = 26

/**
 * The counts of the last hours or days. The latest ones are dark, or in the level's colour when they rise.
 */
export function Sparkline({ counts, isDays }: { counts: readonly number[]; isDays?: boolean }) {
  const { viewBox, label, rising, earlier, recent } = drawingOf(counts, isDays ? DAYS : HOURS)
  return (
    <svg
      className={styles.spark}
      viewBox={viewBox}
      role="img"
      aria-label={label}
      data-days={isDays || undefined}
    >
      {earlier && <path className={styles.earlier} d={earlier} />}
      {recent && <path className={styles.recent} data-rising={rising} d={recent} />}
    </svg>
  )
}

/** The server caches unchanged trends, so each is drawn once. */
const drawings = new WeakMap<readonly number[], ReturnType<typeof draw>>()

function drawingOf(counts: readonly number[], unit: typeof HOURS) {
  const drawing = drawings.get(counts) ?? draw(counts, unit)
  drawings.set(counts, drawing)
  return drawing
}

function draw(counts: readonly number[], { step, recent, name }: typeof HOURS) {
  const { length } = counts
  const rising = isRising(counts, recent)
  const grid = { step, height: HEIGHT }
  return {
    viewBox: `-2 0 ${length * step - 1} ${HEIGHT}`,
    label: formatCount(sum(counts), say.event) + say.within + length + name + (rising ? say.rising : ''),
    rising,
    earlier: pathOf(counts, { ...grid, to: length - recent }),
    recent: pathOf(counts, { ...grid, from: length - recent }),
  }
}
