import { clipText } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import { columns as say } from '#renderer/texts/monitors.ts'
import { Moment } from '#renderer/ui/content/Moment.tsx'
import type { CheckInRow } from '#server/store/records/read/check-ins.ts'
import styles from './CheckInTable.module.css'
import { StateTag } from './StateTag.tsx'

/** As they came, the latest first; what did not come stands in the strip above. */
export function CheckInTable({ checkIns, now }: { checkIns: readonly CheckInRow[]; now: number }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say.began}</th>
          <th scope="col">{say.state}</th>
          <th scope="col">{say.environment}</th>
          <th scope="col" className={styles.spare}>
            {say.release}
          </th>
          <th scope="col" className={styles.number}>
            {say.took}
          </th>
          <th scope="col" className={styles.spare} data-spare>
            {say.trace}
          </th>
        </tr>
      </thead>
      <tbody>
        {checkIns.map(({ id, timestamp, status, environment, release, durationMs, traceId }) => (
          <tr key={id}>
            <td>
              <Moment time={timestamp} now={now} />
            </td>
            <td>
              <StateTag state={status === 'in_progress' ? 'running' : status} />
            </td>
            <td>
              <bdi>{clipText(environment, 40)}</bdi>
            </td>
            <td className={styles.spare}>
              <bdi>{release === null ? '–' : clipText(release, 60)}</bdi>
            </td>
            <td className={styles.number}>{durationMs === null ? '–' : formatDuration(durationMs)}</td>
            <td className={styles.spare} data-spare>
              {traceId === null ? '–' : <a href={tracePath(traceId)}>{say.trace}</a>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
