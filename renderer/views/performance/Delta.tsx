import * as say from '#renderer/texts/performance.ts'
import styles from './performance.module.css'

interface DeltaProps {
  before: number | null | undefined
  after: number | null
  /** True if more is worse, as for durations. Otherwise a change is neutral. */
  isCost?: boolean
}

/** Smaller changes are not shown. */
const LEAST = 0.03
const MUCH = 0.2

/** A number's change against the previous period: `+12 %`, `×2.4`. */
export function Delta({ before, after, isCost = true }: DeltaProps) {
  if (!before || after === null) return null
  const change = after / before - 1
  if (Math.abs(change) < LEAST) return null
  const tone = !isCost || Math.abs(change) < MUCH ? undefined : change > 0 ? 'worse' : 'better'
  const text =
    change >= 1
      ? `×${(change + 1).toFixed(1)}`
      : `${change > 0 ? '+' : '−'}${Math.round(Math.abs(change) * 100)} %`
  return (
    <span className={styles.delta} data-tone={tone} title={say.againstBefore}>
      {text}
    </span>
  )
}
