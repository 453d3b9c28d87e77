import { use } from 'react'
import { formatMachineTime, formatRelativeTime } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime, type Reader } from '#renderer/format/reader-time.ts'

interface TimeProps {
  /** Milliseconds since the epoch. */
  time: number
  /** The server's clock, from the frame. Without it the exact time is shown. */
  now?: number
  /** The relative time, if it is already known as text. */
  relative?: string
  /** For components that must show nothing but their props. The default is the page's reader. */
  reader?: Reader
}

export function Time({ time, now, relative, reader }: TimeProps) {
  const pagesReader = use(ReaderContext)
  const by = reader ?? pagesReader
  const exact = formatReaderTime(time, by)
  const age = now === undefined ? relative : formatRelativeTime(time, now, by)
  return (
    <time dateTime={formatMachineTime(time)} title={age && exact}>
      {age ?? exact}
    </time>
  )
}
