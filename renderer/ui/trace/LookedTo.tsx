import type { TraceListPage } from '../../../server/desk-traces.ts'
import { formatExactTime } from '../../format.ts'
import * as say from '../../texts/traces.ts'
import styles from './LookedTo.module.css'

/** How far a search went that ended before its time did. */
export function LookedTo({
  lookedTo,
  isSlowest,
}: {
  lookedTo: NonNullable<TraceListPage['lookedTo']>
  isSlowest: boolean
}) {
  return (
    <p className={styles.looked} role="status">
      {isSlowest ? say.lookedDownTo(lookedTo.durationMs) : say.lookedBackTo(formatExactTime(lookedTo.time))}
    </p>
  )
}
