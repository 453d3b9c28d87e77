import type { IssueHistory } from '../../../server/desk-event-view.ts'
import type { HistoryMark } from '../../../server/store/issue-history.ts'
import { clipText, formatClockTime, formatCount, formatDate, formatNumber } from '../../format.ts'
import { issuePath } from '../../paths.ts'
import { trend as say } from '../../texts/event.ts'
import { Section } from '../content/Section.tsx'
import { barsOf, isRising, RECENT_HOURS, sum } from './bars.ts'
import styles from './Trend.module.css'
import { TrendTable } from './TrendTable.tsx'
import { changeOf } from './trend-change.ts'

const BOX = { width: 720, height: 84, gap: 3 }
const DAY_MS = 86_400_000

export type TrendRange = '24h' | '14d'

interface TrendProps {
  issueId: number
  history: IssueHistory
  range: TrendRange
}

/** How often the issue happened, with the releases and deploys meanwhile; the one that changed it is named. */
export function Trend({ issueId, history, range }: TrendProps) {
  const { counts, marks, start, barMs } = history
  const change = changeOf(history)
  const total = formatCount(sum(counts), 'event')
  const most = formatNumber(Math.max(0, ...counts))
  const name = range === '24h' ? say.day : say.fortnight
  const changedBy = change && marks[change.mark]
  const consequence = Number.isFinite(change?.factor)
    ? say.more(formatFactor(change?.factor ?? 1))
    : say.began
  return (
    <Section
      id="trend"
      title={say.last(name)}
      note={total}
      aside={
        <nav className={styles.ranges} aria-label="Range">
          {(['24h', '14d'] as const).map((each) => (
            <a
              key={each}
              href={issuePath(issueId, { statsPeriod: each })}
              aria-current={each === range ? 'true' : undefined}
            >
              {each === '24h' ? say.day : say.fortnight}
            </a>
          ))}
        </nav>
      }
    >
      <div className={styles.trend}>
        <p className={styles.most}>{say.most(most, range === '24h' ? say.inAnHour : say.inSixHours)}</p>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${total} in ${name}, ${most} in the busiest bar${changedBy ? `, more since ${textOf(changedBy)}` : ''}`}
        >
          {barsOf(counts, BOX).map((bar, index) => (
            <rect key={bar.x} {...bar} data-bar data-when={whenOf(index, counts, change?.bar)}>
              <title>{`${momentOf(start + index * barMs, range)} UTC: ${formatCount(counts[index] ?? 0, 'event')}`}</title>
            </rect>
          ))}
          {marks.map((mark, index) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: marks never change places
              key={index}
              className={styles.mark}
              data-changes={index === change?.mark}
              x1={placeOf(mark, history)}
              x2={placeOf(mark, history)}
              y1={0}
              y2={BOX.height}
            />
          ))}
        </svg>
        <p className={styles.axis} aria-hidden="true">
          <span>{momentOf(start, range)}</span>
          <span>{momentOf(start + (counts.length / 2) * barMs, range)}</span>
          <span>now</span>
        </p>
        {changedBy !== undefined && (
          <p className={styles.change}>
            <bdi>{clipText(changedBy.version, 80)}</bdi> {verbOf(changedBy)} {momentOf(changedBy.time, '24h')}{' '}
            UTC{range === '14d' && `, ${formatDate(changedBy.time)}`}
            {consequence}
          </p>
        )}
        <TrendTable history={history} range={range} />
      </div>
    </Section>
  )
}

/** With a change, what follows it is the present; without one the last hours are. */
function whenOf(index: number, counts: readonly number[], changedAt: number | undefined): string {
  if (changedAt !== undefined) return index >= changedAt ? 'rising' : 'earlier'
  if (index < counts.length - RECENT_HOURS) return 'earlier'
  return isRising(counts) ? 'rising' : 'recent'
}

function placeOf({ time }: HistoryMark, { start, barMs, counts }: IssueHistory): number {
  return Math.round((10 * BOX.width * (time - start)) / (barMs * counts.length)) / 10
}

export function momentOf(time: number, range: TrendRange): string {
  if (range === '24h') return formatClockTime(time).slice(0, 5)
  const date = formatDate(time).replace(/ \d{4}$/, '')
  return time % DAY_MS === 0 ? date : `${date}, ${formatClockTime(time).slice(0, 5)}`
}

export function verbOf({ kind, environment }: HistoryMark): string {
  return kind === 'release' ? say.released : say.deployed(clipText(environment ?? '', 40))
}

function textOf(mark: HistoryMark): string {
  return `${clipText(mark.version, 80)} was ${verbOf(mark)}`
}

function formatFactor(factor: number): string {
  return factor < 10 ? String(Math.round(factor * 10) / 10) : formatNumber(factor)
}
