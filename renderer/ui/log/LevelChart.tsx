import type { LogHours } from '../../../server/desk-logs.ts'
import type { LogLevel } from '../../../server/processing/record.ts'
import { formatNumber } from '../../format.ts'
import * as say from '../../texts/logs.ts'
import { hourName } from '../usage/hour-name.ts'
import { StackedBars, type Tone } from '../usage/StackedBars.tsx'
import { bucketsOf } from '../usage/stacks.ts'
import styles from './LevelChart.module.css'

const LEVELS: readonly { name: LogLevel; tone: Tone }[] = [
  { name: 'trace', tone: 'faint' },
  { name: 'debug', tone: 'faint' },
  { name: 'info', tone: 'quiet' },
  { name: 'warn', tone: 'warning' },
  { name: 'error', tone: 'error' },
  { name: 'fatal', tone: 'fatal' },
]

/** How much is logged, and how much of it is bad. */
export function LevelChart({ counted }: { counted: LogHours }) {
  const { fromHour, hours, counts } = counted
  const levels = LEVELS.filter(({ name }) => counts.some(({ level }) => level === name))
  if (levels.length === 0) return null
  const sums = levels.map(({ name }) => ({ name, sum: sumOf(counts, name) }))
  const buckets = bucketsOf(
    counts.map(({ hour, level, quantity }) => ({ hour, kind: level, quantity })),
    { fromHour, hours, kinds: levels.map(({ name }) => name) },
    hourName,
  )
  const all = say.counted(sums.reduce((total, { sum }) => total + sum, 0))
  const words = sums.map(({ name, sum }) => `${formatNumber(sum)} ${name}`).join(', ')
  return (
    <div className={styles.chart}>
      <StackedBars
        label={`${all}: ${words}`}
        series={levels}
        buckets={buckets}
        ends={[hourName(fromHour), 'now']}
      />
      <p className={styles.sums}>{`${all}: ${words}`}</p>
    </div>
  )
}

function sumOf(counts: LogHours['counts'], name: LogLevel): number {
  return counts.reduce((sum, { level, quantity }) => (level === name ? sum + quantity : sum), 0)
}
