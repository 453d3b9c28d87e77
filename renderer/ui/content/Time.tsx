import { use } from 'react'
import { formatMachineTime, formatRelativeTime } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime, type Reader } from '#renderer/format/reader-time.ts'

interface TimeProps {
  /** Milliseconds since the epoch. */
  time: number
  /** The server's clock, from the frame. Without it the exact time is shown. */
  now?: number
  /** How long ago it was, in words that are at hand already. */
  relative?: string
  /** For what must say all that it shows in its props; else the page's. */
  reader?: Reader
}

export function Time({ time, now, relative, reader }: TimeProps) {
  const pagesReader = use(ReaderContext)
  const exact = formatReaderTime(time, reader ?? pagesReader)
  const age = now === undefined ? relative : formatRelativeTime(time, now)
  return (
    <time
      dateTime={formatMachineTime(time)}
      title={age && exact}
      // server and browser may have languages of different years
      suppressHydrationWarning
    >
      {age ?? exact}
    </time>
  )
}
