import { describe, expect, test } from 'vitest'
import { parseScope, scopeParams } from '#renderer/scope.ts'

const NOW = Date.UTC(2026, 2, 4, 12)
const DAY = 86_400_000
const read = (address: string, ownPeriod?: string) => parseScope(new URLSearchParams(address), NOW, ownPeriod)

describe('readScope', () => {
  test('gives what the address says', () => {
    expect(read('project=shop&environment=prod&statsPeriod=14d')).toEqual({
      scope: {
        project: 'shop',
        isWithoutOwn: false,
        environment: 'prod',
        period: { start: NOW - 14 * DAY, end: NOW, statsPeriod: '14d' },
      },
      refusal: null,
    })
  })

  test('has a period of its own where the address says nothing', () => {
    expect(read('project=&environment=+', '7d').scope).toEqual({
      project: undefined,
      isWithoutOwn: true,
      environment: undefined,
      period: { start: NOW - 7 * DAY, end: NOW, statsPeriod: '7d' },
    })
  })

  test('takes times without an offset as UTC, and days as their beginnings', () => {
    const { period } = read('start=2026-03-01&end=2026-03-02T06:00').scope
    expect(period).toEqual({
      start: Date.UTC(2026, 2, 1),
      end: Date.UTC(2026, 2, 2, 6),
      statsPeriod: undefined,
    })
    expect(read('start=2026-03-01T02:00%2B02:00').scope.period.start).toBe(Date.UTC(2026, 2, 1))
  })

  test.each([
    ['statsPeriod=soon', '`soon`'],
    ['statsPeriod=0d', '`0d`'],
    ['statsPeriod=999999w', '`999999w`'],
    ['start=yesterday', '`yesterday`'],
    ['end=tomorrow', '`tomorrow`'],
    ['start=2026-03-02&end=2026-03-01', 'ends before it starts'],
  ])('says what is wrong with %s, and shows the usual time', (address, named) => {
    const { scope, refusal } = read(address)
    expect(refusal).toContain(named)
    expect(scope.period.statsPeriod).toBe('24h')
  })
})

test('scopeParams() keeps what the address says of the scope, and nothing else', () => {
  expect(scopeParams(new URLSearchParams('project=shop&query=x&start=2026-03-01&environment='))).toEqual({
    project: 'shop',
    start: '2026-03-01',
  })
})
