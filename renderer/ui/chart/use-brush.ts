import { type RefObject, useEffect, useMemo, useRef } from 'react'
import * as say from '#renderer/texts/frame/chart.ts'
import type { Brushed } from './brush.ts'
import { rangeOf, type TimeChart } from './draw/time-chart.ts'

/** The parts of a chart over time that can be read out. */
export type BrushedChart = Pick<TimeChart, 'buckets' | 'times' | 'rows'> & {
  legend: readonly { name: string; tone?: string }[]
}

/** Reads values out of the plot where JavaScript runs, and lets a range be drawn over it. */
export function useBrush(brushed: Brushed): RefObject<HTMLDivElement | null> {
  const plot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = plot.current
    if (!element || brushed.count === 0) return
    const controller = new AbortController()
    void import('./brush.ts').then(({ attachBrush }) => {
      if (!controller.signal.aborted) attachBrush(element, brushed, controller.signal)
    })
    return () => controller.abort()
  }, [brushed])
  return plot
}

/** The same for a chart over time: the range is a period. Without `hrefOf` the plot only shows values. */
export function useTimeBrush(
  chart: BrushedChart,
  hrefOf: ((range: { start: string; end: string }) => string) | undefined,
) {
  return useBrush(
    useMemo(() => {
      const { buckets, times, legend, rows } = chart
      return {
        count: buckets.count,
        read: (index: number) => ({
          head: times[index] ?? '',
          values: legend.map(({ name, tone }, place) => ({
            name,
            tone,
            value: rows[index]?.[place] || say.noValue,
          })),
        }),
        nameOf: (from: number, to: number) =>
          say.brushedRange(times[from] ?? '', times[to + 1] ?? say.chartEnd),
        hrefOf: hrefOf && ((from: number, to: number) => hrefOf(rangeOf(buckets, from, to))),
      }
    }, [chart, hrefOf]),
  )
}
