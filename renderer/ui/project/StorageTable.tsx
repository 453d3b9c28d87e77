import type { StorageUse } from '../../../server/store/storage-use.ts'
import { formatNumber } from '../../format.ts'
import { formatBytes } from '../../format-bytes.ts'
import styles from './StorageTable.module.css'

const NAMES: Record<StorageUse['category'], string> = {
  events: 'Events',
  spans: 'Spans',
  segments: 'Segments',
  logs: 'Logs',
  metrics: 'Metrics',
  attachments: 'Attachments',
  feedback: 'Feedback',
  check_ins: 'Check-ins',
  sessions: 'Sessions',
}

/** What a project takes of the disk. */
export function StorageTable({ usage }: { usage: readonly StorageUse[] }) {
  if (usage.length === 0) return null
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Stored, about</caption>
      <tbody>
        {usage.map(({ category, quantity, bytes }) => (
          <tr key={category}>
            <th scope="row">{NAMES[category]}</th>
            <td className={styles.number}>{formatNumber(quantity)}</td>
            <td className={styles.number}>{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
