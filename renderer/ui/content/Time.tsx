import { formatExactTime, formatMachineTime, formatRelativeTime } from '../../format.ts'

interface TimeProps {
  /** Milliseconds since the epoch. */
  time: number
  /** The server's clock, from the frame. Without it the exact time is shown. */
  now?: number
}

export function Time({ time, now }: TimeProps) {
  const exact = formatExactTime(time)
  return (
    <time dateTime={formatMachineTime(time)} title={now === undefined ? undefined : exact}>
      {now === undefined ? exact : formatRelativeTime(time, now)}
    </time>
  )
}
