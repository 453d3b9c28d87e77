import { expect, it } from 'vitest'
import { offersAddress } from '#renderer/layout/offers-address.ts'

const now = Date.UTC(2026, 10, 20, 12, 34, 56)

it.each([
  ['', '/live/search'],
  ['?query=is:new&sort=freq', '/live/search'],
  ['?project=shop&environment=production', '/live/search?project=shop&environment=production'],
  ['?statsPeriod=1h', `/live/search?from=${Date.UTC(2026, 10, 20, 11, 34)}`],
  [
    '?start=2026-11-19T10:00&end=2026-11-19T11:00&zone=Europe/Vienna',
    `/live/search?from=${Date.UTC(2026, 10, 19, 9)}&before=${Date.UTC(2026, 10, 19, 10)}`,
  ],
  ['?statsPeriod=soon', '/live/search'],
])('of %s is limited as the list is', (search, address) => {
  expect(offersAddress({ search, now })).toBe(address)
})
