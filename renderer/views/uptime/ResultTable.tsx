import { formatDuration } from '#renderer/format/format-duration.ts'
import { tracePath } from '#renderer/paths.ts'
import { results as say } from '#renderer/texts/uptime/checks.ts'
import { type Column, Table } from '#renderer/ui/content/Table.tsx'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { ListedResult } from '#server/models/uptime/checks.ts'
import { TimingList } from './TimingList.tsx'
import styles from './uptime.module.css'

/** Results of a check, the newest first. */
export function ResultTable({ results, now }: { results: readonly ListedResult[]; now: number }) {
  const time: Column<ListedResult> = {
    key: 'time',
    head: say.time,
    cell: ({ at }) => <Time time={at} now={now} />,
  }
  return (
    <Table
      className={styles.table}
      rows={results}
      keyOf={({ id }) => id}
      empty={say.none}
      columns={[time, ...columns]}
    />
  )
}

const columns: readonly Column<ListedResult>[] = [
  {
    key: 'result',
    head: say.result,
    className: styles.wide,
    cell: ({ isUp, tries, status, reason }) => (
      <>
        <Tag tone={isUp ? 'good' : 'alarm'}>{isUp ? say.up : say.down}</Tag> {status}
        {isUp && tries > 1 && <span className={styles.detail}>{say.second}</span>}
        {reason !== null && (
          <span className={styles.detail}>
            <bdi>{reason}</bdi>
          </span>
        )}
      </>
    ),
  },
  {
    key: 'took',
    head: say.took,
    isNumber: true,
    cell: (result) => (
      <>
        {formatDuration(result.totalMs)}
        <TimingList timings={result} />
      </>
    ),
  },
  {
    key: 'trace',
    head: say.trace,
    isHiddenOnPhone: true,
    cell: ({ traceId }) => (traceId === undefined ? '–' : <a href={tracePath(traceId)}>{say.trace}</a>),
  },
]
