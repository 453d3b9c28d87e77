import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { markLabels } from '#renderer/views/issue/trend/mark-labels.ts'
import { Trend } from '#renderer/views/issue/trend/Trend.tsx'
import type { HistoryChange, IssueHistory } from '#server/models/issues.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 2, 4)
const NOW = START + 3.5 * HOUR_MS
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

function aHistory(
  counts: number[],
  marks: Partial<IssueHistory['marks'][number]>[] = [],
  change: HistoryChange | null = null,
): IssueHistory {
  const release = { kind: 'release' as const, version: '1.4.2', environment: null, time: START }
  return {
    start: START,
    barMs: HOUR_MS,
    counts,
    users: { count: 0, isExact: true },
    marks: marks.map((mark) => ({ ...release, ...mark })),
    change,
  }
}

describe('Trend', () => {
  const history = aHistory(
    [1, 1, 6, 6],
    [
      { time: START + 2 * HOUR_MS + 120_000 },
      { kind: 'deploy', environment: 'production', time: START + 3 * HOUR_MS },
    ],
    {
      kind: 'rise',
      time: START + 2 * HOUR_MS,
      factor: 6,
      cause: { kind: 'release', version: '1.4.2', environment: null, time: START + 2 * HOUR_MS + 120_000 },
      isWithoutMarks: false,
    },
  )

  it('says what its bars and lines say', () => {
    const words = wordsOf(
      renderToStaticMarkup(
        <Trend issueId={7} projectSlug="shop" history={history} range="24h" name="24 hours" now={NOW} />,
      ),
    )
    expect(words).toContain('Last 24 hours 14 events')
    expect(words).toContain('peak 6 in an hour')
    expect(words).toContain('6 times as many events after 1.4.2 was released.')
    expect(words).toContain('1.4.2 deployed to production 4 Mar 2026, 03:00:00 UTC')
    expect(words).toContain('From (UTC) Events 00:00 1 01:00 1 02:00 6 03:00 6')
  })

  it('names the lines above it whose names do not touch, the newest first', () => {
    const days = (percent: number) => START + percent * HOUR_MS
    const labels = (...marks: [percent: number, version: string][]) =>
      markLabels(
        aHistory(
          new Array<number>(100).fill(1),
          marks.map(([percent, version]) => ({ time: days(percent), version })),
        ),
        undefined,
      ).map(({ text, isBefore }) => (isBefore ? `${text} |` : `| ${text}`))
    expect(labels([34, '2.4.0'], [56, '2.4.1'], [86.1, '2.5.0'], [98.6, '2.5.1'])).toEqual([
      ...['2.5.1 |', '2.5.0 |', '| 2.4.1', '| 2.4.0'],
    ])
    expect(labels([80, '2.5.0'], [90, '2.5.1'])).toEqual(['2.5.1 |'])
    expect(labels([10, '2.5.0-canary'], [25, '2.5.1'])).toEqual(['| 2.5.1'])
  })

  it('is in the reader’s zone', () => {
    const inTokyo = (shown: IssueHistory, name: string) =>
      wordsOf(
        renderToStaticMarkup(
          <ReaderContext value={{ zone: 'Asia/Tokyo' }}>
            <Trend issueId={7} projectSlug="shop" history={shown} range="24h" name={name} now={NOW} />
          </ReaderContext>,
        ),
      )
    const day = inTokyo(history, '24 hours')
    expect(day).toContain('11:00: 6 events')
    expect(day).toContain('1.4.2 deployed to production 4 Mar 2026, 12:00:00 UTC+9')
    expect(day).toContain('From (Asia/Tokyo) Events 09:00 1 10:00 1 11:00 6 12:00 6')
    const days = inTokyo({ ...history, barMs: 15 * HOUR_MS }, '14 days')
    expect(days).toContain('4 Mar, 09:00 1 5 Mar 1 5 Mar, 15:00 6')
    expect(days).not.toContain('UTC ')
    const uncaused: HistoryChange = {
      ...{ kind: 'rise', time: START + 2 * HOUR_MS, factor: null, cause: null, isWithoutMarks: true },
    }
    expect(inTokyo({ ...history, change: uncaused }, '24 hours')).toContain(
      'Events again from 11:00 on. No release or deploy in the day before.',
    )
  })

  it('links its ranges', () => {
    const html = renderToStaticMarkup(
      <Trend
        issueId={7}
        projectSlug="shop"
        history={{ ...history, barMs: 12 * HOUR_MS }}
        range="14d"
        name="14 days"
        now={NOW}
      />,
    )
    expect(html).toContain('href="/issues/7?statsPeriod=24h"')
    expect(html).toContain('href="/issues/7?statsPeriod=14d" aria-current="true"')
    expect(wordsOf(html)).toContain('4 Mar, 12:00')
  })

  it('leads from each bar to its time, and says which was chosen', () => {
    const chosen = { ...history, barMs: 12 * HOUR_MS }
    const html = renderToStaticMarkup(
      <Trend
        issueId={7}
        projectSlug="shop"
        history={chosen}
        range="chosen"
        name="4 Mar, 00:00 to 6 Mar, 00:00 UTC"
        now={START + 100 * HOUR_MS}
      />,
    )
    expect(html).toContain(
      'href="/issues/7?start=2026-03-04T12%3A00%3A00.000Z&amp;end=2026-03-05T00%3A00%3A00.000Z"',
    )
    expect(html).not.toContain('aria-current')
    expect(html).not.toContain('data-when="recent"')
    const words = wordsOf(html)
    expect(words).toContain('4 Mar, 00:00 to 6 Mar, 00:00 UTC 14 events')
    expect(words).toContain('peak 6 in 12 hours')
    expect(words).toContain('4 Mar 5 Mar 6 Mar ')
    expect(words).not.toContain('now')
  })

  it('is told nothing by a release’s name but text', () => {
    const html = renderToStaticMarkup(
      <Trend
        issueId={7}
        projectSlug="shop"
        history={aHistory([0, 9], [{ version: '<img src=x>"', time: START + HOUR_MS }])}
        range="24h"
        name="24 hours"
        now={NOW}
      />,
    )
    expect(html).not.toContain('<img')
  })
})
