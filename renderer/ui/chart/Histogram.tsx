import { useMemo } from 'react'
import * as say from '#renderer/texts/frame/chart.ts'
import { Axes, Grid } from './Axes.tsx'
import styles from './chart.module.css'
import { DataTable } from './DataTable.tsx'
import type { HistogramData } from './draw/draw-histogram.ts'
import { isLate } from './draw/label-extent.ts'
import { useBrush } from './use-brush.ts'

/** Draws how often each value occurred, with lines at important values. */
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
  const plot = useBrush(useMemo(() => brushedOf(rows), [rows]))
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
        <div ref={plot} className={styles.plot}>
          <svg
            className={styles.drawing}
            viewBox="0 0 1000 100"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <Grid yTicks={yTicks} />
            <path className={styles.bar} data-tone="trail" d={path} />
            <path className={styles.markLine} d={marks.map(({ x }) => `M${x * 10} -8V100`).join('')} />
          </svg>
        </div>
        <ul className={styles.marks} aria-hidden="true">
          {marks.map(({ x, text }) => (
            <li key={x} style={{ left: `${x}%` }} data-late={isLate(x) || undefined}>
              <span className={styles.mark}>{text}</span>
            </li>
          ))}
        </ul>
      </Axes>
      <DataTable
        rows={rows.filter(({ count }) => count !== '0')}
        keyOf={({ range }) => range}
        columns={[
          { key: 'range', head: say.rangeColumn, isRowHead: true, cell: ({ range }) => range },
          { key: 'count', head: say.countColumn, isNumber: true, cell: ({ count }) => count },
        ]}
      />
    </figure>
  )
}

function brushedOf(rows: HistogramData['rows']) {
  return {
    count: rows.length,
    read: (index: number) => ({
      head: rows[index]?.range ?? '',
      values: [{ name: say.countColumn, value: rows[index]?.count ?? say.noValue }],
    }),
    nameOf: () => '',
    hrefOf: undefined,
  }
}
