import { use } from 'react'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import * as say from '#renderer/texts/traces.ts'
import type { TraceListPage } from '#server/desk/traces/traces.ts'
import styles from './SearchedUntil.module.css'

/** Says how far a search got if it stopped at its time limit. */
export function SearchedUntil({
  searchedUntil: lookedTo,
  isSlowest,
}: {
  searchedUntil: NonNullable<TraceListPage['searchedUntil']>
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
