import { share as say } from '#renderer/texts/uptime/checks.ts'
import type { UptimeShare } from '#server/models/uptime/checks.ts'
import styles from './uptime.module.css'

/** What share of the checks found it up, and how much of the time was checked. */
export function ShareList({ shares }: { shares: readonly UptimeShare[] }) {
  return (
    <dl className={styles.shares}>
      {shares.map((share) => (
        <div key={share.days}>
          <dt>{say.period(share.days)}</dt>
          <dd>
            <b>{say.value(share)}</b>
            <span className={styles.detail}>{say.basis(share)}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
