import { formatDuration } from '#renderer/format/format-duration.ts'
import { tries as say } from '#renderer/texts/alerts/messages.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import styles from '#renderer/views/alert/alert.module.css'
import type { DeliveryTry } from '#server/models/alerts/deliveries.ts'
import { Exchange } from './Exchange.tsx'

/** Each try to deliver a message, the latest first. */
export function TryList({ tries, now }: { tries: readonly DeliveryTry[]; now: number }) {
  return (
    <ol className={styles.tries}>
      {tries.map((one) => (
        <li key={one.id}>
          <p>
            <PageTime time={one.at} now={now} hasAge /> ·{' '}
            <Tag tone={one.state === 'delivered' ? 'good' : 'alarm'}>{say.outcome[one.state]}</Tag> ·{' '}
            {one.status === null ? say.noAnswer : say.status(one.status)} · {formatDuration(one.durationMs)}
            {one.reason !== null && <bdi className={styles.detail}>{one.reason}</bdi>}
          </p>
          <Exchange {...one} />
        </li>
      ))}
    </ol>
  )
}
