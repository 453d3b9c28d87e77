import { expect, it } from 'vitest'
import { hourName } from '../../../../renderer/ui/usage/hour-name.ts'

it('names an hour, and a day alone where a bar stands for one', () => {
  const hour = Date.UTC(2026, 10, 21, 14) / 3_600_000
  expect(hourName(hour)).toMatch(/2026, 14:00 UTC$/)
  expect(hourName(hour, 6)).toMatch(/14:00 UTC$/)
  expect(hourName(hour, 24)).not.toContain(':')
})
