import { use } from 'react'
import { clipText, formatNumber } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { trend as say } from '#renderer/texts/issues/event.ts'
import { rangeOf } from '#renderer/ui/chart/draw/time-chart.ts'
import { Time } from '#renderer/ui/content/Time.tsx'
import type { IssueHistory } from '#server/models/issues.ts'
import styles from './Trend.module.css'
import { bucketsOfTrend, formatBarStart, verbOf } from './trend-text.ts'

interface TrendTableProps {
  history: IssueHistory
  hrefOf: (range: { start: string; end: string }) => string
}

/** The numbers of the chart in words. Each bar's time links to that period. */
export function TrendTable({ history, hrefOf }: TrendTableProps) {
  const { start, barMs, counts, marks } = history
  const buckets = bucketsOfTrend(history)
  const reader = use(ReaderContext)
  return (
    <details className={styles.numbers}>
      <summary>{say.table}</summary>
      {marks.length > 0 && (
        <ul aria-label={say.marks}>
          {marks.map((mark, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks never change places
            <li key={index}>
              <bdi>{clipText(mark.version, 80)}</bdi> {verbOf(mark)} <Time time={mark.time} />
            </li>
          ))}
        </ul>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{say.from(reader.zone)}</th>
            <th scope="col">{say.events}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((count, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar's time is what it is known by
            <tr key={start + index * barMs}>
              <th scope="row">
                <a href={hrefOf(rangeOf(buckets, index))}>
                  {formatBarStart(start + index * barMs, history, reader)}
                </a>
              </th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
