import { DAY_MS, HOUR_MS } from '#renderer/format/time-units.ts'
import { IssueTable } from '#renderer/views/issue/list/IssueTable.tsx'
import { LevelDot } from '#renderer/views/issue/list/LevelDot.tsx'
import { Sparkline } from '#renderer/views/issue/list/Sparkline.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import type { IssueSummary } from '#server/models/issues.ts'
import styles from './catalogue.module.css'
import { example } from './example.ts'

const levels = ['fatal', 'error', 'warning', 'info', 'debug'] as const
const hours = (count: (hour: number) => number) => Array.from({ length: 24 }, (_, hour) => count(hour))
const now = Date.UTC(2026, 10, 21, 12)

function issue(parts: Partial<IssueSummary>): IssueSummary {
  return {
    ...{ id: 1, shortId: 'SHOP-418', projectSlug: 'shop-web', type: 'TypeError' },
    ...{
      value: "Cannot read properties of undefined (reading 'price')",
      culprit: 'cart/total.ts in totalOf',
    },
    ...{ level: 'error', status: 'open', substatus: null, isUnhandled: true },
    assignee: null,
    ...{ firstSeen: now - 14 * DAY_MS, lastSeen: now - 120_000, eventCount: 2418, userCount: 391 },
    hourlyCounts: hours((hour) => 3 + (hour % 4)),
    ...parts,
  }
}

const issues = [
  issue({
    status: 'regressed',
    assignee: { type: 'user', id: 1, email: 'mia.kern@shop.example', name: 'Mia Kern' },
    hourlyCounts: hours((hour) => (hour > 20 ? 40 : 2)),
  }),
  issue({
    id: 2,
    type: 'FetchError',
    value: 'request timed out',
    firstSeen: now - HOUR_MS,
    newInRelease: 'shop@1.4.2',
  }),
  issue({
    id: 3,
    level: 'fatal',
    type: 'RangeError',
    value: 'Maximum call stack size exceeded',
    userCount: 0,
  }),
  issue({ id: 4, level: 'info', type: 'A'.repeat(200), value: 'B'.repeat(400), culprit: 'c/'.repeat(100) }),
]

const day = { span: '24 hours', recent: 3 }

const tabs = [
  { name: 'Open', href: '#open', isChosen: true, count: '12' },
  { name: 'For review', href: '#review', isChosen: false, count: '99+' },
  { name: 'Resolved', href: '#resolved', isChosen: false },
]

export const issueExamples = [
  example(
    'LevelDot',
    Object.fromEntries(levels.map((level) => [level, <LevelDot key={level} level={level} />])),
  ),
  example('Sparkline', {
    Steady: <Sparkline counts={hours((hour) => 3 + (hour % 4))} time={day} />,
    Rising: <Sparkline counts={hours((hour) => (hour > 20 ? 40 : 2))} time={day} />,
    Month: (
      <Sparkline
        counts={Array.from({ length: 30 }, (_, day) => 2 + (day % 7))}
        time={{ span: '30 days', recent: 1 }}
      />
    ),
    Nothing: <Sparkline counts={hours(() => 0)} time={day} />,
  }),
  example('ViewTabs', { 'With counts': <ViewTabs label="Views" tabs={tabs} /> }),
  example('IssueTable', {
    'Regressed, new, fatal, endless': (
      <div className={styles.whole}>
        <IssueTable
          issues={issues}
          now={now}
          trend={{ ...day, name: 'Last 24 hours', other: '14 d', href: '#trend' }}
        />
      </div>
    ),
  }),
]
