import * as say from '#renderer/texts/performance.ts'
import { differenceOf } from './difference.ts'
import styles from './performance.module.css'

interface DeltaProps {
  /** Null when nothing was measured in the period before. */
  before: number | null | undefined
  after: number | null
  format: (value: number) => string
  isCost?: boolean
  isShare?: boolean
}

/** A number's difference from that of the period before, with its sign and colour, and in words for screen readers. */
export function Delta({ before, after, format, ...kind }: DeltaProps) {
  if (after === null) return null
  if (before === null || before === undefined) {
    return (
      <span className={styles.delta} title={say.notBefore}>
        {say.isNew}
      </span>
    )
  }
  const difference = differenceOf({ before, after, ...kind })
  const from = format(before)
  return (
    <span className={styles.delta} data-tone={difference?.tone} title={say.earlierWas(from)}>
      <span aria-hidden="true">{difference?.text ?? '±0'}</span>
      <span className="visually-hidden">
        {difference === undefined ? say.sameAs(from) : say.differs({ ...difference, from })}
      </span>
    </span>
  )
}
