import { useMemo } from 'react'
import * as say from '#renderer/texts/frame/chart.ts'
import { Axes, Grid } from './Axes.tsx'
import styles from './chart.module.css'
import { DataTable } from './DataTable.tsx'
import type { HistogramData } from './draw/draw-histogram.ts'
import { isLate } from './draw/label-extent.ts'
import { useBrush } from './use-brush.ts'

interface HistogramProps {
  chart: HistogramData
  name: string
  /** In pixels. */
  height?: number
  /** The address of the same page with a range of bins, both included. Without it, no range can be chosen. */
  hrefOf?: ((from: number, to: number) => string) | undefined
}

/** Draws how often each value occurred, with lines at important values. */
export function Histogram({ chart, name, height = 160, hrefOf }: HistogramProps) {
  const { legend, xTicks, yTicks, marks, bars, rows } = chart
  const plot = useBrush(useMemo(() => brushedOf(chart, hrefOf), [chart, hrefOf]))
  const listed = rows.map((row, index) => ({ ...row, index })).filter(({ count }) => count !== '0')
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
            {bars.map(({ tone, path }) => (
              <path key={tone} className={styles.bar} data-tone={tone} d={path} />
            ))}
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
        rows={listed}
        keyOf={({ range }) => range}
        columns={[
          {
            key: 'range',
            head: say.rangeColumn,
            isRowHead: true,
            cell: ({ range, index }) => (hrefOf ? <a href={hrefOf(index, index)}>{range}</a> : range),
          },
          { key: 'count', head: say.countColumn, isNumber: true, cell: ({ count }) => count },
          ...(rows[0]?.failed === undefined
            ? []
            : [
                {
                  key: 'failed',
                  head: say.failedColumn,
                  isNumber: true,
                  cell: ({ failed }: (typeof rows)[number]) => failed,
                },
              ]),
        ]}
      />
    </figure>
  )
}

function brushedOf({ rows, edges }: HistogramData, hrefOf: HistogramProps['hrefOf']) {
  return {
    count: rows.length,
    read: (index: number) => ({
      head: rows[index]?.range ?? '',
      values: [
        { name: say.countColumn, value: rows[index]?.count ?? say.noValue },
        ...(rows[index]?.failed === undefined
          ? []
          : [{ name: say.failedColumn, value: rows[index].failed, tone: 'error' }]),
      ],
    }),
    nameOf: (from: number, to: number) => say.brushedRange(edges[from] ?? '', edges[to + 1] ?? say.chartEnd),
    hrefOf,
  }
}
