import * as say from '#renderer/texts/traces.ts'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import styles from './Legend.module.css'

const TONES = ['browser', 'server', 'database', 'error'] as const

/** Explains the colours of the bars and the line below them, as far as the trace has them. */
export function Legend({ trace }: { trace: Pick<ShownTrace, 'minimap' | 'rows'> }) {
  const drawn = new Set<string>(trace.minimap?.paths.map(({ tone }) => tone))
  return (
    <ul className={styles.legend} aria-label={say.legend}>
      {TONES.filter((tone) => drawn.has(tone)).map((tone) => (
        <li key={tone} data-tone={tone}>
          {say.tones[tone]}
        </li>
      ))}
      {trace.rows.some(({ critical }) => critical !== undefined) && (
        <li data-tone="critical">{say.criticalLegend}</li>
      )}
    </ul>
  )
}
