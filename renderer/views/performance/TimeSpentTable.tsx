import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import * as say from '#renderer/texts/performance.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { TimeSpent } from '#server/models/performance.ts'
import styles from './performance.module.css'

export function TimeSpentTable({ timeSpent }: { timeSpent: readonly TimeSpent[] }) {
  return (
    <Section title={say.timeSpent} note={say.timeSpentNote}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say.columns.work}</th>
            <th scope="col" className={styles.spare}>
              {say.columns.share}
            </th>
            <th scope="col" className={styles.number}>
              {say.columns.perTrace}
            </th>
          </tr>
        </thead>
        <tbody>
          {timeSpent.map(({ op, name, share, millis }) => (
            <tr key={op}>
              <td className={styles.query}>
                <bdi>{clipText(op, 60)}</bdi> <span className={styles.op}>{clipText(name, 80)}</span>
              </td>
              <td className={`${styles.share} ${styles.spare}`}>
                <div>
                  <i style={{ width: `${Math.max(1, share * 100)}%` }} aria-hidden="true" />
                  {formatShare(share)}
                </div>
              </td>
              <td className={styles.number}>
                {formatDuration(millis)} <small className={styles.onPhone}>{formatShare(share)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
