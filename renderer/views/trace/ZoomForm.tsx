import { tracePath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import type { ShownTrace } from '#server/traces/waterfall/show-trace.ts'
import { formatTraceAddress, type TraceAddress } from './trace-address.ts'
import styles from './ZoomForm.module.css'

/** Chooses the visible time by two numbers, as drawing over the trace does. */
export function ZoomForm({ trace, address }: { trace: ShownTrace; address: TraceAddress }) {
  const { from, to, ...rest } = address
  const others = formatTraceAddress({ ...rest, at: 0 })
  const isZoomed = from !== undefined || to !== undefined
  return (
    <details className={styles.zoom} open={isZoomed}>
      <summary>{say.zoom}</summary>
      <form action={tracePath(trace.traceId)}>
        {Object.entries(others).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <label>
          {say.zoomFrom} <input name="from" inputMode="decimal" defaultValue={from ?? 0} />
        </label>
        <label>
          {say.zoomTo}{' '}
          <input name="to" inputMode="decimal" defaultValue={to ?? Math.ceil(trace.durationUs / 1_000)} />
        </label>
        <Button>{say.zoom}</Button>
        {isZoomed && <a href={tracePath(trace.traceId, others)}>{say.wholeTrace}</a>}
      </form>
    </details>
  )
}
