import { Grid } from './Axes.tsx'
import styles from './chart.module.css'
import type { BarChartData } from './draw/draw-bars.ts'
import type { LineChartData } from './draw/draw-lines.ts'
import { EARLIER, type Peak, type TimeChart } from './draw/time-chart.ts'
import { TimeChartFrame } from './TimeChartFrame.tsx'

interface Shown<Chart> {
  chart: Chart
  name: string
  height?: number
  hrefOf?: (range: { start: string; end: string }) => string
}

/** Draws counts over time. Several kinds are stacked. */
export function BarChart({ chart, ...frame }: Shown<BarChartData>) {
  return (
    <TimeChartFrame chart={chart} {...frame}>
      <Drawing chart={chart}>
        {chart.bars.map(({ tone, path }) => (
          <path key={tone} className={styles.bar} data-tone={tone} d={path} />
        ))}
        {chart.line !== null && <path className={styles.line} data-tone={EARLIER} d={chart.line} />}
      </Drawing>
      <PeakLabel peak={chart.peak} />
    </TimeChartFrame>
  )
}

/** Draws values over time, such as percentiles or a rate. */
export function LineChart({ chart, ...frame }: Shown<LineChartData>) {
  return (
    <TimeChartFrame chart={chart} {...frame}>
      <Drawing chart={chart}>
        {chart.lines.map(({ tone, path }) => (
          <path key={tone} className={styles.line} data-tone={tone} d={path} />
        ))}
      </Drawing>
      <PeakLabel peak={chart.peak} />
    </TimeChartFrame>
  )
}

function Drawing({ chart, children }: { chart: TimeChart; children: React.ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
      <Grid yTicks={chart.yTicks} />
      {children}
      {chart.marks.length > 0 && (
        <path className={styles.markLine} d={chart.marks.map(({ x }) => `M${x * 10} -14V100`).join('')} />
      )}
    </svg>
  )
}

function PeakLabel({ peak }: { peak: Peak | null }) {
  if (peak === null) return null
  const { x, y, text } = peak
  return (
    <span
      className={styles.peak}
      style={{ left: `${x}%`, top: `${y}%` }}
      data-edge={x < 6 ? 'start' : x > 94 ? 'end' : undefined}
      aria-hidden="true"
    >
      {text}
    </span>
  )
}
