import { formatCount } from '#renderer/format/format.ts'
import * as say from '#renderer/texts/issues/issue-list.ts'
import { isRising, pathOf, sum } from '#renderer/views/issue/trend/bars.ts'
import styles from './Sparkline.module.css'

/** The time that the bars cover. */
export interface SparklineTime {
  /** How long it is, in words. */
  span: string
  /** How many of the latest bars are compared with the others. */
  recent: number
}

const HEIGHT = 26

/**
 * The counts of a time, bar by bar. The latest ones are dark, or in the level's colour when they rise.
 */
export function Sparkline({ counts, time }: { counts: readonly number[]; time: SparklineTime }) {
  const { viewBox, label, rising, earlier, recent, step } = drawingOf(counts, time)
  return (
    <svg className={styles.spark} viewBox={viewBox} role="img" aria-label={label} data-step={step}>
      {earlier && <path className={styles.earlier} d={earlier} />}
      {recent && <path className={styles.recent} data-rising={rising} d={recent} />}
    </svg>
  )
}

/** The server caches unchanged trends, so each is drawn once. */
const drawings = new WeakMap<readonly number[], ReturnType<typeof draw>>()

function drawingOf(counts: readonly number[], time: SparklineTime) {
  const drawing = drawings.get(counts) ?? draw(counts, time)
  drawings.set(counts, drawing)
  return drawing
}

function draw(counts: readonly number[], { span, recent }: SparklineTime) {
  const { length } = counts
  // Days before an issue was first seen would make any of them a rise.
  const from = recent > 1 ? 0 : counts.findIndex((count) => count > 0)
  const rising = isRising(counts.slice(from), recent)
  const step = length < 20 ? 9 : length > 24 ? 4 : 5
  const grid = { step, height: HEIGHT }
  return {
    viewBox: `-2 0 ${length * step - 1} ${HEIGHT}`,
    label: formatCount(sum(counts), say.event) + say.within + span + (rising ? say.rising : ''),
    rising,
    earlier: pathOf(counts, { ...grid, to: length - recent }),
    recent: pathOf(counts, { ...grid, from: length - recent }),
    step: step === 5 ? undefined : step,
  }
}
