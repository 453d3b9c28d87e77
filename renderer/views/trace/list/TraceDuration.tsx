import { formatDuration } from '#renderer/format/format-duration.ts'
import * as say from '#renderer/texts/traces.ts'
import type { TraceSummary } from '#server/desk/traces/traces.ts'
import styles from './TraceTable.module.css'

type Timed = Pick<TraceSummary, 'durationUs' | 'p95Us' | 'runs' | 'side'>

/** A trace is slow from here on, in multiples of the p95 of its route. */
const SLOW = 1.05

/** How long a trace took, which side worked when, and how long its route takes at most in 95 % of its traces. */
export function TraceDuration({ trace, longestUs }: { trace: Timed; longestUs: number }) {
  const { durationUs, p95Us, runs, side } = trace
  const factor = p95Us === null ? 0 : durationUs / p95Us
  const isSlow = factor >= SLOW
  const shown = runs.length > 0 ? runs : [{ tone: side, share: 1 }]
  return (
    <span className={styles.took} data-slow={isSlow || undefined}>
      <span className={styles.number}>{formatDuration(durationUs / 1_000)}</span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} style={{ width: `${(durationUs / longestUs) * 100}%` }}>
          {shown.map(({ tone, share }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other name, and never change places
            <i key={index} data-bar data-tone={tone} style={{ flexGrow: share }} />
          ))}
        </span>
        {p95Us !== null && p95Us <= longestUs && (
          <span
            className={styles.p95}
            style={{ left: `${(p95Us / longestUs) * 100}%` }}
            title={say.p95OfRoute(p95Us / 1_000)}
          />
        )}
      </span>
      {isSlow && <span className={styles.slow}>{say.slowerThan(factor)}</span>}
    </span>
  )
}
