import type { StorageUse } from '../../../server/store/storage-use.ts'
import { formatNumber } from '../../format.ts'
import { formatBytes } from '../../format-bytes.ts'
import styles from './UsageTable.module.css'

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

export function DiskTable({ use }: { use: readonly StorageUse[] }) {
  const most = Math.max(1, ...use.map(({ bytes }) => bytes))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">Kind</th>
          <th scope="col" className={styles.number}>
            Items
          </th>
          <th scope="col" className={styles.number}>
            Size
          </th>
          <th scope="col" className={styles.share}>
            <span className="visually-hidden">Beside the largest</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {use.map(({ projectSlug, category, quantity, bytes }) => (
          <tr key={`${projectSlug} ${category}`}>
            <th scope="row">
              <code>{projectSlug}</code>
            </th>
            <td>{NAMES[category]}</td>
            <td className={styles.number}>{formatNumber(quantity)}</td>
            <td className={styles.number}>{formatBytes(bytes)}</td>
            <td className={styles.share}>
              <span
                className={styles.bar}
                style={{ inlineSize: `${Math.max(1, (bytes / most) * 100)}%` }}
                data-bar
                aria-hidden="true"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
