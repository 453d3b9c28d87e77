import type { ReactNode } from 'react'
import { Axes } from './Axes.tsx'
import { ChartTable } from './ChartTable.tsx'
import styles from './chart.module.css'
import { isLate } from './draw/label-extent.ts'
import type { TimeChart } from './draw/time-chart.ts'
import { useTimeBrush } from './use-brush.ts'

interface TimeChartFrameProps {
  chart: TimeChart
  /** The beginning of the chart's description, which continues with its numbers. */
  name: string
  /** In pixels. */
  height?: number
  /** The address of the same page with another period. Without it, no period can be chosen in the chart. */
  hrefOf?: ((range: { start: string; end: string }) => string) | undefined
  children: ReactNode
}

/** A chart over time with its legend, axes, marks and the table of its numbers. */
export function TimeChartFrame({ chart, name, height = 160, hrefOf, children }: TimeChartFrameProps) {
  const plot = useTimeBrush(chart, hrefOf)
  const { legend, xTicks, yTicks, marks } = chart
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend} data-marked={marks.length > 0 || undefined}>
        <span className="visually-hidden">{name}: </span>
        {legend.map(({ name: entry, tone, value }) => (
          <span key={entry} className={styles.entry}>
            <span className={styles.swatch} data-tone={tone} aria-hidden="true" />
            {entry} <b>{value}</b>
          </span>
        ))}
      </figcaption>
      <Axes xTicks={xTicks} yTicks={yTicks} height={height}>
        <div ref={plot} className={styles.plot}>
          {children}
        </div>
        {marks.length > 0 && (
          <ul className={styles.marks}>
            {marks.map(({ x, time, name: mark, href, label }) => (
              <li key={`${time} ${mark}`} style={{ left: `${x}%` }} data-late={isLate(x) || undefined}>
                <bdi className={label === undefined ? 'visually-hidden' : styles.mark} title={mark}>
                  {href === undefined ? (label ?? mark) : <a href={href}>{label ?? mark}</a>}
                </bdi>
              </li>
            ))}
          </ul>
        )}
      </Axes>
      <ChartTable chart={chart} hrefOf={hrefOf} />
    </figure>
  )
}
