import { use } from 'react'
import { formatMachineTime, formatRelativeTime } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime, formatRowTime } from '#renderer/format/reader-time.ts'
import { DAY_MS } from '#renderer/format/time-units.ts'

interface PageTimeProps {
  /** Milliseconds since the epoch. */
  time: number
  /** The server's clock, from the frame. */
  now: number
  /** Adds how long ago it was if that is less than a day. */
  hasAge?: boolean
}

/**
 * The time of an entry in a list, as a time of day, so that entries differ. A state such as "last seen"
 * uses a relative time (Time).
 */
export function PageTime({ time, now, hasAge = false }: PageTimeProps) {
  const reader = use(ReaderContext)
  const age = formatRelativeTime(time, now, reader)
  return (
    <>
      <time dateTime={formatMachineTime(time)} title={`${formatReaderTime(time, reader)}, ${age}`}>
        {formatRowTime(time, now, reader)}
      </time>
      {hasAge && Math.abs(now - time) < DAY_MS && `, ${age}`}
    </>
  )
}
