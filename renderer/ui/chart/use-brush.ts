import { useEffect, useRef } from 'react'
import type { BrushedChart } from './brush.ts'

/**
 * Lets a period be drawn over the plot where JavaScript runs. Without `hrefOf` the plot only shows values.
 */
export function useBrush(
  chart: BrushedChart,
  hrefOf: ((range: { start: string; end: string }) => string) | undefined,
) {
  const plot = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = plot.current
    if (!element || !hrefOf) return
    const controller = new AbortController()
    void import('./brush.ts').then(({ attachBrush }) => {
      if (!controller.signal.aborted) attachBrush(element, { chart, hrefOf, signal: controller.signal })
    })
    return () => controller.abort()
  }, [chart, hrefOf])
  return plot
}
