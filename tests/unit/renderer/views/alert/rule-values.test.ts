import { expect, it } from 'vitest'
import { done, refused } from '#renderer/page/action.ts'
import {
  parseRuleForm,
  shownValues,
  valuesAbout,
  valuesOfRule,
} from '#renderer/views/alert/rule/rule-values.ts'

const rule = {
  id: 1,
  name: 'Busy checkout',
  happening: 'events',
  projectId: 2,
  subjectId: null,
  projectSlug: 'shop',
  search: 'url:"*/checkout"',
  threshold: { count: 50, minutes: 30 },
  urgency: 'urgent',
  coolDownMinutes: 240,
  channelIds: [3, 5],
  isEnabled: true,
  mutedUntil: null,
  version: 4,
} as const

it('fills the form with a rule, which reads back as the same', () => {
  expect(parseRuleForm(new URLSearchParams(valuesOfRule(rule)))).toEqual({
    name: 'Busy checkout',
    happening: 'events',
    project: 'shop',
    subject: '',
    search: 'url:"*/checkout"',
    count: '50',
    minutes: '30',
    percent: '99',
    urgency: 'urgent',
    coolDownMinutes: '240',
    channels: ['3', '5'],
    isForEveryChannel: false,
  })
})

it('begins a new rule with every channel, and once per issue in an hour', () => {
  expect(parseRuleForm(new URLSearchParams(valuesAbout(undefined)))).toMatchObject({
    happening: 'new',
    urgency: 'normal',
    coolDownMinutes: '60',
    channels: [],
    isForEveryChannel: true,
  })
})

it('keeps what was typed for a preview, or refused, and not the values of other forms', () => {
  const saved = valuesAbout(undefined)
  const typed = { ...saved, name: 'Typed' }
  expect(shownValues(saved, undefined)).toBe(saved)
  expect(shownValues(saved, done({ value: { typed } }))).toEqual(typed)
  expect(shownValues(saved, refused('Cannot save', new URLSearchParams(typed), 'name'))).toEqual(typed)
  expect(shownValues(saved, refused('Cannot pause', new URLSearchParams({ for: 'hour' })))).toBe(saved)
})
