import { formatNumber } from '../../format.ts'
import styles from './StackedBars.module.css'
import { type Bucket, stacksOf } from './stacks.ts'

interface StackedBarsProps {
  /** What all of it is, in words: it is read in the chart's place. */
  label: string
  /** Their order is that of the stacks, from the ground up. */
  series: readonly { name: string; tone: Tone }[]
  buckets: readonly Bucket[]
  /** Below the first and the last bar. */
  ends: readonly [string, string]
}

export type Tone = 'faint' | 'quiet' | 'info' | 'warning' | 'error' | 'fatal' | 'ok' | 'trail'

const BOX = { width: 960, height: 72 }

/** Counts over time, by kind. Each bar says its numbers on hover, and the table beside says them all. */
export function StackedBars({ label, series, buckets, ends }: StackedBarsProps) {
  const { bars, most } = stacksOf(buckets, BOX)
  return (
    <figure className={styles.chart}>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map(({ x, width, parts, index }) => (
          <g key={x}>
            <title>{titleOf(buckets[index], series)}</title>
            <rect className={styles.ground} x={x} y={0} width={width} height={BOX.height} />
            {parts.map(({ part, y, height }) => (
              <rect key={part} data-bar data-tone={series[part]?.tone} {...{ x, y, width, height }} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className={styles.foot}>
        <span>{ends[0]}</span>
        <ul className={styles.legend}>
          {series.map(({ name, tone }) => (
            <li key={name}>
              <span className={styles.swatch} data-tone={tone} data-dot aria-hidden="true" />
              {name}
            </li>
          ))}
          <li>most: {formatNumber(most)}</li>
        </ul>
        <span>{ends[1]}</span>
      </figcaption>
      <Numbers series={series} buckets={buckets} />
    </figure>
  )
}

function titleOf(bucket: Bucket | undefined, series: StackedBarsProps['series']): string {
  if (bucket === undefined) return ''
  const parts = series.flatMap(({ name }, index) => {
    const quantity = bucket.quantities[index] ?? 0
    return quantity > 0 ? [`${formatNumber(quantity)} ${name}`] : []
  })
  return `${bucket.name}: ${parts.length === 0 ? 'none' : parts.join(', ')}`
}

/** The same, to be read: those bars that there are. */
function Numbers({ series, buckets }: Pick<StackedBarsProps, 'series' | 'buckets'>) {
  return (
    <details className={styles.numbers}>
      <summary>Numbers</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ quantities }) => quantities.some((quantity) => quantity > 0))
            .map(({ name, quantities }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map((one, index) => (
                  <td key={one.name}>{formatNumber(quantities[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  )
}
