import { formatExactTime, formatMachineTime, formatRelativeTime } from '../../format.ts'

interface TimeProps {
  /** Milliseconds since the epoch. */
  time: number
  /** The server's clock, from the frame. Without it the exact time is shown. */
  now?: number
  /** How long ago it was, in words that are at hand already. */
  relative?: string
}

export function Time({
  time,
  now,
  relative = now === undefined ? undefined : formatRelativeTime(time, now),
}: TimeProps) {
  const exact = formatExactTime(time)
  return (
    <time dateTime={formatMachineTime(time)} title={relative && exact}>
      {relative ?? exact}
    </time>
  )
}
