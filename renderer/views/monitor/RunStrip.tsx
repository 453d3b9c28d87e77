import { use } from 'react'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import { MINUTE_MS } from '#renderer/format/time-units.ts'
import * as say from '#renderer/texts/monitors.ts'
import type { Run } from '#server/monitors/monitor-state.ts'
import styles from './RunStrip.module.css'

const SLOTS = 40

/** The last runs, the newest on the right. Each is a mark whose height and colour show its state. */
export function RunStrip({ runs }: { runs: readonly Run[] }) {
  const reader = use(ReaderContext)
  const shown = runs.slice(-SLOTS)
  const bad = shown.filter(({ state }) => state !== 'ok' && state !== 'running').length
  return (
    <span className={styles.strip} role="img" aria-label={say.lastRuns(shown.length, bad)}>
      {shown.map(({ key, time, state, durationMs, lateMs }) => (
        <span
          key={key}
          className={styles.run}
          data-state={state}
          data-bar
          title={[
            `${formatReaderTime(time, reader)}: ${say.states[state]}`,
            ...(durationMs === null ? [] : [formatDuration(durationMs)]),
            ...(lateMs !== null && lateMs >= MINUTE_MS ? [say.late(lateMs)] : []),
          ].join(', ')}
        />
      ))}
    </span>
  )
}
