import { expect, it } from 'vitest'
import { muteUntil } from '#pages/alerts/rules/@ruleId/mute-until.ts'

const now = Date.UTC(2026, 10, 25, 22, 30)
const until = (choice: string, zone = 'UTC') => {
  const time = muteUntil(choice, { now, zone })
  return time === undefined ? undefined : new Date(time).toISOString()
}

it('ends after the time that was chosen', () => {
  expect(until('hour')).toBe('2026-11-25T23:30:00.000Z')
  expect(until('work-day')).toBe('2026-11-26T06:30:00.000Z')
  expect(until('week')).toBe('2026-12-02T22:30:00.000Z')
  expect(until('')).toBeUndefined()
})

it('ends at nine on the next morning of the reader', () => {
  expect(until('tomorrow')).toBe('2026-11-26T09:00:00.000Z')
  // In Auckland it is already the 26th.
  expect(until('tomorrow', 'Pacific/Auckland')).toBe('2026-11-26T20:00:00.000Z')
})
