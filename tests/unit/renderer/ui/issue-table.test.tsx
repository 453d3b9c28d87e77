import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { IssueTable } from '#renderer/views/issue/list/IssueTable.tsx'
import { initialsOf } from '#renderer/views/issue/list/initials.ts'
import { anIssue, NOW } from './an-event.ts'

const day = { span: '24 hours', recent: 3 }
const trend = { ...day, name: 'Last 24 hours', other: '14 d', href: '/issues?trend=14d' }
const rowOf = (issue: ReturnType<typeof anIssue> & { ofAll?: string; usersOfAll?: string }) =>
  renderToStaticMarkup(<IssueTable issues={[issue]} now={NOW} trend={trend} />)
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

it('tells an issue in one row', () => {
  const html = rowOf(anIssue())
  expect(wordsOf(html)).toContain(
    'TypeError price is missing shop-web cart/total.ts in totalOf 14 d old 2,418 312 2 min ago',
  )
  expect(html).toContain('href="/issues/7"')
  expect(html).toContain('aria-label="24 events in 24 hours"')
  expect(html).toMatch(/<tr class="[^"]*" data-level="error">/)
})

it('tags what is new or not open, and nothing else', () => {
  expect(wordsOf(rowOf(anIssue({ firstSeen: NOW - 3_600_000 })))).toContain('TypeError new price')
  expect(wordsOf(rowOf(anIssue({ status: 'regressed' })))).toContain('TypeError regressed price')
  expect(wordsOf(rowOf(anIssue({ isUnhandled: true })))).toContain('TypeError price')
})

it('says in words what its colours say', () => {
  expect(wordsOf(rowOf(anIssue({ level: 'fatal' })))).toContain(' fatal shop-web ')
  expect(wordsOf(rowOf(anIssue()))).not.toContain(' error ')
})

it('shows who has it, and the release that brought it', () => {
  const html = rowOf(
    anIssue({
      assignee: { type: 'user', id: 1, email: 'mia.kern@example.com', name: '' },
      newInRelease: 'shop@1.4.2',
    }),
  )
  expect(html).toContain('aria-label="mia.kern@example.com" title="mia.kern@example.com">MK</span>')
  expect(wordsOf(html)).toContain('14 d old new in shop@1.4.2')
  const named = rowOf(
    anIssue({ assignee: { type: 'user', id: 1, email: 'mk@example.com', name: 'Mia Kern' } }),
  )
  expect(named).toContain(
    'aria-label="Mia Kern (mk@example.com)" title="Mia Kern (mk@example.com)">MK</span>',
  )
})

it('shows another time where its counts are given', () => {
  const days = { name: 'Last 4 days', span: '4 days', recent: 1 }
  const html = renderToStaticMarkup(
    <IssueTable issues={[anIssue()]} now={NOW} trend={days} trends={[[0, 2, 0, 5]]} />,
  )
  expect(html).not.toContain('href="/issues?trend')
  expect(html).toContain('aria-label="7 events in 4 days, rising"')
})

it('compares days with those since the issue was first seen', () => {
  const days = { name: 'Last 30 days', span: '30 days', recent: 1 }
  const labelOf = (counts: number[]) =>
    /aria-label="([^"]*30 days[^"]*)"/.exec(
      renderToStaticMarkup(<IssueTable issues={[anIssue()]} now={NOW} trend={days} trends={[counts]} />),
    )?.[1]
  const before = new Array<number>(20).fill(0)
  expect(labelOf([...before, 10, 12, 11, 9, 14])).toBe('56 events in 30 days')
  expect(labelOf([...before, 10, 12, 11, 9, 40])).toBe('82 events in 30 days, rising')
  expect(labelOf([...before, 0, 0, 0, 0, 40])).toBe('40 events in 30 days')
})

it.each([
  ['mia.kern@example.com', 'MK'],
  ['mia@example.com', 'MI'],
  ['m@example.com', 'M'],
  ['a_b-c@example.com', 'AB'],
  ['@', ''],
])('makes initials of %s', (email, initials) => {
  expect(initialsOf(email)).toBe(initials)
})

it('counts the events and users of what was chosen, of all', () => {
  const issue = anIssue({ eventCount: 53, userCount: 12 })
  const html = rowOf({ ...issue, ofAll: '53 of 2,418', usersOfAll: '12 of 312' })
  expect(html).toContain('title="53 of 2,418">53<')
  expect(html).toContain('title="12 of 312">12<')
})

it('says in words that an issue rises', () => {
  const hourlyCounts = [...new Array<number>(21).fill(1), 9, 9, 9]
  expect(rowOf(anIssue({ hourlyCounts }))).toContain('aria-label="48 events in 24 hours, rising"')
})

it('stays small whatever was reported', () => {
  const huge = '🙈'.repeat(500_000)
  expect(rowOf(anIssue({ type: huge, value: huge, culprit: huge })).length).toBeLessThan(6000)
})

it('has an element for a project’s name only where it may have to be cut', () => {
  expect(rowOf(anIssue({ projectSlug: 'shop-web' }))).not.toContain('<i>')
  const projectSlug = 'storefront-checkout-and-payments'
  expect(rowOf(anIssue({ projectSlug }))).toContain(`<i>${projectSlug}</i>`)
})
