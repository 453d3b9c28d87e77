import { use } from 'react'
import type { TraceListPage } from '../../../server/desk-traces.ts'
import { ReaderContext } from '../../ReaderContext.ts'
import { formatReaderTime } from '../../reader-time.ts'
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
  const reader = use(ReaderContext)
  return (
    <p className={styles.looked} role="status" suppressHydrationWarning>
      {isSlowest
        ? say.lookedDownTo(lookedTo.durationMs)
        : say.lookedBackTo(formatReaderTime(lookedTo.time, reader))}
    </p>
  )
}
