import { formatNumber } from '#renderer/format/format.ts'
import { formatDuration } from '#renderer/format/format-duration.ts'
import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import { drawBars } from '#renderer/ui/chart/draw/draw-bars.ts'
import { drawHistogram } from '#renderer/ui/chart/draw/draw-histogram.ts'
import { drawLines } from '#renderer/ui/chart/draw/draw-lines.ts'
import { bucketsOf } from '#renderer/ui/chart/draw/time-buckets.ts'
import { Histogram } from '#renderer/ui/chart/Histogram.tsx'
import { BarChart, LineChart } from '#renderer/ui/chart/TimeChart.tsx'
import { WaterfallRow } from '#renderer/views/trace/waterfall/WaterfallRow.tsx'
import type { PlacedRow } from '#server/traces/waterfall/show-trace.ts'
import styles from './catalogue.module.css'
import { example } from './example.ts'

const end = Date.UTC(2026, 10, 21, 12)
const buckets = bucketsOf({ start: end - DAY_MS, end }, { leastMs: HOUR_MS })
const series = (value: (index: number) => number) =>
  Array.from({ length: buckets.count }, (_, index) => value(index))

const bars = drawBars({
  buckets,
  format: formatNumber,
  releaseMarkers: [],
  series: [
    { name: 'Answered', tone: 'trail', values: series((index) => 40 + ((index * 7) % 23)) },
    { name: 'Failed', tone: 'error', values: series((index) => (index % 9 === 0 ? 8 : 0)) },
  ],
})
const lines = drawLines({
  buckets,
  format: formatDuration,
  series: [
    { name: 'p95', tone: 'trail', values: series((index) => 500 + ((index * 37) % 220)) },
    { name: 'p50', tone: 'quiet', values: series((index) => (index > 8 && index < 12 ? 0 : 300)) },
  ],
})
const histogram = drawHistogram({
  bins: [12, 30, 22, 9, 3].map((count, index) => ({ from: 100 * 2 ** index, to: 200 * 2 ** index, count })),
  marks: [{ value: 700, name: 'p95' }],
  format: formatDuration,
  formatCount: formatNumber,
})

const row = (parts: Partial<PlacedRow>): PlacedRow => ({
  ...{ key: 'a1', kind: 'span', depth: 0, size: 0, op: 'http.server', name: 'GET /cart', tone: 'server' },
  ...{ projectSlug: 'shop-web', startUs: 0, durationUs: 742_000, index: 0 },
  ...parts,
})
const shown = {
  ...{ traceId: '0af7651916cd43dd8448eb211c80319c', address: { collapsed: [], open: [], at: 0 } },
  range: { fromUs: 0, rangeUs: 742_000 },
  ...{ visible: 0, isCollapsed: false, isChosen: false },
}

export const chartExamples = [
  example('TimeChart', {
    'Stacked bars': (
      <div className={styles.whole}>
        <BarChart chart={bars} name="Requests" height={120} />
      </div>
    ),
    Lines: (
      <div className={styles.whole}>
        <LineChart chart={lines} name="Percentiles" height={120} />
      </div>
    ),
  }),
  example('Histogram', {
    'With a mark': (
      <div className={styles.whole}>
        <Histogram chart={histogram} name="Request duration" height={120} />
      </div>
    ),
  }),
  example('WaterfallRow', {
    'With others below it': (
      <div className={styles.waterfall}>
        <WaterfallRow {...shown} row={row({ size: 3 })} />
      </div>
    ),
    Folded: (
      <div className={styles.waterfall}>
        <WaterfallRow {...shown} row={row({ size: 3 })} isCollapsed />
      </div>
    ),
    Chosen: (
      <div className={styles.waterfall}>
        <WaterfallRow {...shown} row={row({ tone: 'browser' })} isChosen />
      </div>
    ),
    'Without its parent': (
      <div className={styles.waterfall}>
        <WaterfallRow {...shown} row={row({ tone: 'database', isOrphan: true })} />
      </div>
    ),
    'A gap': (
      <div className={styles.waterfall}>
        <WaterfallRow {...shown} row={row({ kind: 'gap', tone: 'nothing' })} />
      </div>
    ),
  }),
]
