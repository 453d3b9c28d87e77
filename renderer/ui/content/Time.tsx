import { use } from 'react'
import { formatMachineTime, formatRelativeTime } from '../../format.ts'
import { ReaderContext } from '../../ReaderContext.ts'
import { formatReaderTime } from '../../reader-time.ts'

interface TimeProps {
  /** Milliseconds since the epoch. */
  time: number
  /** The server's clock, from the frame. Without it the exact time is shown. */
  now?: number
}

export function Time({ time, now }: TimeProps) {
  const exact = formatReaderTime(time, use(ReaderContext))
  return (
    <time
      dateTime={formatMachineTime(time)}
      title={now === undefined ? undefined : exact}
      // server and browser may have languages of different years
      suppressHydrationWarning
    >
      {now === undefined ? exact : formatRelativeTime(time, now)}
    </time>
  )
}
