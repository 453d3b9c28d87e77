import { formatDuration } from '#renderer/format/format-duration.ts'
import { parts as say } from '#renderer/texts/uptime/checks.ts'
import styles from './uptime.module.css'

interface Timings {
  dnsMs?: number | null | undefined
  connectMs?: number | null | undefined
  tlsMs?: number | null | undefined
  firstByteMs?: number | null | undefined
}

/** The parts of a request's time, as far as it came. */
export function TimingList({ timings }: { timings: Timings }) {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = timings
  const known = [
    [say.dns, dnsMs],
    [say.connect, connectMs],
    [say.tls, tlsMs],
    [say.firstByte, firstByteMs],
  ] as const
  const texts = known.flatMap(([name, ms]) => (ms == null ? [] : [`${name} ${formatDuration(ms)}`]))
  return texts.length === 0 ? null : <span className={styles.detail}>{texts.join(' · ')}</span>
}
