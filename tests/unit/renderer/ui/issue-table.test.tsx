import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { IssueTable } from '../../../../renderer/ui/issue/IssueTable.tsx'
import { anIssue, NOW } from './an-event.ts'

const rowOf = (issue: ReturnType<typeof anIssue>) =>
  renderToStaticMarkup(<IssueTable issues={[issue]} now={NOW} />)
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it('tells an issue in one row', () => {
  const html = rowOf(anIssue())
  expect(wordsOf(html)).toContain(
    'TypeError price is missing shop-web cart/total.ts in totalOf 14 d old 2,418 312 2 min ago',
  )
  expect(html).toContain('href="/issues/7"')
  expect(html).toContain('aria-label="24 events in 24 hours"')
  expect(html).toContain('role="img" aria-label="error"')
})

it('tags what is new or not open, and nothing else', () => {
  expect(wordsOf(rowOf(anIssue({ firstSeen: NOW - 3_600_000 })))).toContain('TypeError new price')
  expect(wordsOf(rowOf(anIssue({ status: 'regressed' })))).toContain('TypeError regressed price')
  expect(wordsOf(rowOf(anIssue({ isUnhandled: true })))).toContain('TypeError price')
})

it('says in words that an issue rises', () => {
  const hourlyCounts = [...new Array<number>(21).fill(1), 9, 9, 9]
  expect(rowOf(anIssue({ hourlyCounts }))).toContain('aria-label="48 events in 24 hours, rising"')
})

it('stays small whatever was reported', () => {
  const huge = '🙈'.repeat(500_000)
  expect(rowOf(anIssue({ type: huge, value: huge, culprit: huge })).length).toBeLessThan(6000)
})
