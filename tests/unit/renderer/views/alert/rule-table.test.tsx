import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { describeRule } from '#renderer/texts/alerts/happenings.ts'
import { formatSpan } from '#renderer/texts/alerts/spans.ts'
import { RuleTable } from '#renderer/views/alert/rule/RuleTable.tsx'
import type { ListedRule } from '#server/models/alerts/rules.ts'

const NOW = Date.UTC(2026, 10, 25, 12)
const HOUR_MS = 3_600_000

const rule: ListedRule = {
  id: 1,
  name: 'New in production',
  happening: 'new',
  project: { slug: 'shop', name: 'Shop' },
  subject: null,
  subjectId: null,
  search: 'environment:production',
  threshold: null,
  urgency: 'normal',
  coolDownMinutes: 60,
  channels: [{ id: 3, name: 'On call' }],
  isForEveryChannel: true,
  isEnabled: true,
  mutedUntil: null,
  version: 1,
  lastSentAt: NOW - 2 * HOUR_MS,
  sentLastDay: 11,
}

function wordsOf(rules: ListedRule[], isAdmin = false): string {
  const html = renderToStaticMarkup(<RuleTable rules={rules} now={NOW} isAdmin={isAdmin} />)
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

it('says what a rule is about, where it sends to, and how often it did', () => {
  const words = wordsOf([rule])
  expect(words).toContain('New in production New issue in Shop where environment:production')
  expect(words).toContain('Every channel: On call')
  expect(words).toContain('2 h ago')
  expect(words).toMatch(/11 on /)
})

it('says that a rule without a channel reaches none, and that a rule is off', () => {
  const words = wordsOf([{ ...rule, channels: [], isEnabled: false, lastSentAt: null, sentLastDay: 0 }])
  expect(words).toContain('no channel')
  expect(words).toMatch(/None in 30 days .* 0 off/)
})

it('says until when a rule is paused', () => {
  expect(wordsOf([{ ...rule, mutedUntil: NOW + HOUR_MS }])).toContain('muted until 25 Nov 2026, 13:00:00 UTC')
  expect(wordsOf([{ ...rule, mutedUntil: NOW - HOUR_MS }])).not.toContain('muted until')
})

it('has a button for each rule that only admins see', () => {
  expect(wordsOf([rule])).not.toContain('Turn off')
  const html = renderToStaticMarkup(<RuleTable rules={[rule]} now={NOW} isAdmin />)
  expect(html).toContain('aria-label="Turn off New in production"')
})

it.each([
  ['new', null, 'New issue in all projects'],
  ['events', { count: 100, minutes: 60 }, 'Issue with at least 100 events in 1 hour in all projects'],
  ['users', { count: 1, minutes: 90 }, 'Issue that reaches 1 user in 90 minutes in all projects'],
] as const)('describes a rule about %s', (happening, threshold, words) => {
  expect(describeRule({ happening, threshold, search: '', project: null, subject: null })).toBe(words)
})

it('describes a rule about one monitor by its name', () => {
  const about = { happening: 'monitor-recovered', threshold: null, subject: 'backup' } as const
  expect(describeRule({ ...about, search: 'environment:production', project: { name: 'Shop' } })).toBe(
    'Monitor that recovers in Shop, only backup where environment:production',
  )
})

it.each([
  [1, '1 minute'],
  [90, '90 minutes'],
  [480, '8 hours'],
  [2880, '2 days'],
  [10_080, '1 week'],
])('writes %i minutes in their largest unit', (minutes, text) => {
  expect(formatSpan(minutes)).toBe(text)
})
