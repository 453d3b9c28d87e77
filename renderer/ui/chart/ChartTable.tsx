import * as say from '#renderer/texts/frame/chart.ts'
import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import styles from './chart.module.css'
import { rangeOf, type TimeChart } from './draw/time-chart.ts'

interface ChartTableProps {
  chart: TimeChart
  hrefOf: ((range: { start: string; end: string }) => string) | undefined
}

/** The numbers behind a chart; each time leads to the page of that time alone. */
export function ChartTable({ chart: { buckets, zone, legend, rows, times }, hrefOf }: ChartTableProps) {
  return (
    <details className={styles.data}>
      <summary>{say.dataTable}</summary>
      <Scroller className={styles.scroll} name={say.dataTable}>
        <table>
          <caption>{hrefOf ? say.timesToChoose(zone) : say.timesIn(zone)}</caption>
          <thead>
            <tr>
              <th scope="col">{say.timeColumn}</th>
              {legend.map(({ name }) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={times[index]}>
                <th scope="row">
                  {hrefOf ? <a href={hrefOf(rangeOf(buckets, index))}>{times[index]}</a> : times[index]}
                </th>
                {row.map((value, column) => (
                  <td key={legend[column]?.name}>{value || say.noValue}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </details>
  )
}
