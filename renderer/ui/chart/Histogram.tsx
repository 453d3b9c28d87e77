import * as say from '#renderer/texts/frame/chart.ts'
import { Scroller } from '#renderer/ui/page/Scroller.tsx'
import { Axes, Grid } from './Axes.tsx'
import styles from './chart.module.css'
import type { HistogramData } from './draw/draw-histogram.ts'
import { isLate } from './draw/label-extent.ts'

/** How often which value came, with lines at those that matter. */
export function Histogram({
  chart,
  name,
  height = 160,
}: {
  chart: HistogramData
  name: string
  height?: number
}) {
  const { legend, xTicks, yTicks, marks, path, rows } = chart
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        <span className="visually-hidden">{name}: </span>
        {legend.map(({ name: entry, value }) => (
          <span key={entry}>
            {entry} <b>{value}</b>
          </span>
        ))}
      </figcaption>
      <Axes xTicks={xTicks} yTicks={yTicks} height={height}>
        <svg className={styles.drawing} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
          <Grid yTicks={yTicks} />
          <path className={styles.bar} data-tone="trail" d={path} />
          <path className={styles.markLine} d={marks.map(({ x }) => `M${x * 10} -8V100`).join('')} />
        </svg>
        <ul className={styles.marks} aria-hidden="true">
          {marks.map(({ x, text }) => (
            <li key={x} style={{ left: `${x}%` }} data-late={isLate(x) || undefined}>
              <span className={styles.mark}>{text}</span>
            </li>
          ))}
        </ul>
      </Axes>
      <details className={styles.data}>
        <summary>{say.dataTable}</summary>
        <Scroller className={styles.scroll} name={say.dataTable}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say.rangeColumn}</th>
                <th scope="col">{say.countColumn}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ range, count }) => (
                <tr key={range}>
                  <th scope="row">{range}</th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      </details>
    </figure>
  )
}
