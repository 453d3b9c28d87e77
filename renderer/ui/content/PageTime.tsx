import { use } from 'react'
import { formatMachineTime, formatRelativeTime } from '#renderer/format/format.ts'
import { formatRowTime } from '#renderer/format/format-row-time.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import { DAY_MS } from '#renderer/format/time-units.ts'

interface PageTimeProps {
  /** Milliseconds since the epoch. */
  time: number
  /** The server's clock, from the frame. */
  now: number
  /** Says beside it how long ago it was, where that is less than a day. */
  hasAge?: boolean
}

/** When a row of a list happened: by the clock, so that its rows differ. What is a state, such as "last seen", has an age (Time). */
export function PageTime({ time, now, hasAge = false }: PageTimeProps) {
  const reader = use(ReaderContext)
  const age = formatRelativeTime(time, now)
  return (
    <>
      <time
        dateTime={formatMachineTime(time)}
        title={`${formatReaderTime(time, reader)}, ${age}`}
        // server and browser may have languages of different years
        suppressHydrationWarning
      >
        {formatRowTime(time, now, reader)}
      </time>
      {hasAge && Math.abs(now - time) < DAY_MS && `, ${age}`}
    </>
  )
}
