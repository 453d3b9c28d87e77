import { type CSSProperties, use, useId, useMemo } from 'react'
import { formatCount, formatNumber } from '#renderer/format/format.ts'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import type { Reader } from '#renderer/format/reader-time.ts'
import { issuePath } from '#renderer/paths.ts'
import { trend as say } from '#renderer/texts/issues/event.ts'
import { useTimeBrush } from '#renderer/ui/chart/use-brush.ts'
import type { HistoryMark, IssueHistory } from '#server/models/issues.ts'
import { barsOf, isRising, RECENT_HOURS, sum } from './bars.ts'
import { ChangeSentence } from './ChangeSentence.tsx'
import { changeText } from './change-text.ts'
import { type MarkLabel, markLabels } from './mark-labels.ts'
import styles from './Trend.module.css'
import { TrendTable } from './TrendTable.tsx'
import { barText, bucketsOfTrend, formatBarStart, type ShownTrendRange } from './trend-text.ts'

const BOX = { width: 720, height: 44, gap: 3 }

interface TrendProps {
  issueId: number
  projectSlug: string
  history: IssueHistory
  range: ShownTrendRange
  /** The name of the period. */
  name: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Shows how often the issue occurred, with the releases and deploys of that time, and says what changed last.
 */
export function Trend({ issueId, projectSlug, history, range, name, now }: TrendProps) {
  const { counts, marks, start, barMs, change } = history
  const hrefOf = useMemo(
    () => (period: { start: string; end: string }) => issuePath(issueId, period),
    [issueId],
  )
  const reader = use(ReaderContext)
  const heading = useId()
  const plot = useTimeBrush(
    useMemo(() => brushedOf(history, reader), [history, reader]),
    hrefOf,
  )
  const total = formatCount(sum(counts), 'event')
  const most = formatNumber(Math.max(0, ...counts))
  const isUpToNow = bucketsOfTrend(history).end > now
  const risenAt = change?.kind === 'rise' ? Math.floor((change.time - start) / barMs) : undefined
  const causeAt = marks.findIndex((mark) => isSameMark(mark, change?.cause))
  const drawn = say.drawn(total, name, most)
  return (
    <section id="trend" className={styles.trend} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{range === 'chosen' ? name : say.last(name)}</h2>
        <p>
          {total} <span className={styles.most}>{say.most(most, barText(history))}</span>
        </p>
        <Ranges issueId={issueId} range={range} />
      </div>
      <Labels labels={markLabels(history, marks[causeAt])} />
      <div ref={plot} className={styles.plot}>
        <svg
          className={styles.bars}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={change ? `${drawn}. ${changeText(change, history, reader)}` : drawn}
        >
          {barsOf(counts, BOX).map((bar, index) => (
            <rect key={bar.x} {...bar} data-bar data-when={whenOf(index, counts, risenAt, isUpToNow)}>
              <title>
                {say.bar(formatBarStart(start + index * barMs, history, reader), counts[index] ?? 0)}
              </title>
            </rect>
          ))}
          {marks.map((mark, index) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: marks never change places
              key={index}
              className={styles.mark}
              data-changes={index === causeAt}
              x1={placeOf(mark, history)}
              x2={placeOf(mark, history)}
              y1={0}
              y2={BOX.height}
            />
          ))}
        </svg>
      </div>
      <p className={styles.axis} aria-hidden="true">
        <span>{formatBarStart(start, history, reader)}</span>
        <span>{formatBarStart(start + (counts.length / 2) * barMs, history, reader)}</span>
        <span>{isUpToNow ? say.now : formatBarStart(bucketsOfTrend(history).end, history, reader)}</span>
      </p>
      <div className={styles.foot}>
        {change !== null && (
          <p className={styles.change}>
            <ChangeSentence change={change} history={history} projectSlug={projectSlug} />
          </p>
        )}
        <TrendTable history={history} hrefOf={hrefOf} />
      </div>
    </section>
  )
}

function Ranges({ issueId, range }: Pick<TrendProps, 'issueId' | 'range'>) {
  return (
    <nav className={styles.ranges} aria-label={say.ranges}>
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
  )
}

/** The lines below have their names in the table, too. */
function Labels({ labels }: { labels: readonly MarkLabel[] }) {
  return (
    <p className={styles.labels} aria-hidden="true">
      {labels.map(({ text, percent, isBefore, isChange }) => (
        <span
          key={percent}
          data-changes={isChange}
          data-before={isBefore}
          // React's types know no custom properties.
          style={{ '--at': `${percent}%` } as CSSProperties}
        >
          {text}
        </span>
      ))}
    </p>
  )
}

function brushedOf(history: IssueHistory, reader: Reader) {
  const { start, barMs, counts } = history
  return {
    buckets: bucketsOfTrend(history),
    times: counts.map((_, index) => formatBarStart(start + index * barMs, history, reader)),
    legend: [{ name: say.events }],
    rows: counts.map((count) => [formatNumber(count)]),
  }
}

/**
 * Splits the bars into before and after: at the rise if there is one, or else before the last hours if
 * the trend goes up to now.
 */
function whenOf(
  index: number,
  counts: readonly number[],
  risenAt: number | undefined,
  isUpToNow: boolean,
): string {
  if (risenAt !== undefined) return index >= risenAt ? 'rising' : 'earlier'
  if (!isUpToNow || index < counts.length - RECENT_HOURS) return 'earlier'
  return isRising(counts) ? 'rising' : 'recent'
}

function placeOf({ time }: HistoryMark, { start, barMs, counts }: IssueHistory): number {
  return Math.round((10 * BOX.width * (time - start)) / (barMs * counts.length)) / 10
}

function isSameMark(mark: HistoryMark, other: HistoryMark | null | undefined): boolean {
  return mark.kind === other?.kind && mark.version === other.version && mark.time === other.time
}
