import * as say from '#renderer/texts/frame/chart.ts'
import { DataTable } from './DataTable.tsx'
import { rangeOf, type TimeChart } from './draw/time-chart.ts'

interface ChartTableProps {
  chart: TimeChart
  hrefOf: ((range: { start: string; end: string }) => string) | undefined
}

/** The numbers of a chart. Each time links to the page for that period. */
export function ChartTable({ chart: { buckets, zone, legend, rows, times }, hrefOf }: ChartTableProps) {
  return (
    <DataTable
      caption={hrefOf ? say.timesToChoose(zone) : say.timesIn(zone)}
      rows={rows.map((values, index) => ({ values, index, time: times[index] ?? '' }))}
      keyOf={({ time }) => time}
      columns={[
        {
          key: 'time',
          head: say.timeColumn,
          isRowHead: true,
          cell: ({ time, index }) => (hrefOf ? <a href={hrefOf(rangeOf(buckets, index))}>{time}</a> : time),
        },
        ...legend.map(({ name }, place) => ({
          key: name,
          head: name,
          isNumber: true,
          cell: ({ values }: { values: readonly string[] }) => values[place] || say.noValue,
        })),
      ]}
    />
  )
}
