import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimits } from '../../../telemetry/rate-limits.ts'

const startMs = Date.UTC(2026, 0, 1)

/** How long errors are held back after these answers, in seconds. */
function pauseAfter(...answers: [status: number, headers: Record<string, string>][]): number {
  let nowMs = startMs
  const limits = createRateLimits(() => nowMs)
  for (const [status, headers] of answers) limits.update(status, (name) => headers[name] ?? null)
  while (limits.isLimited('error') && nowMs < startMs + 10_000_000) nowMs += 1000
  return (nowMs - startMs) / 1000
}

describe('createRateLimits()', () => {
  it.each<[string, number, Record<string, string>, number]>([
    ['a success', 200, {}, 0],
    ['a server error', 500, {}, 0],
    ['a bare 429', 429, {}, 60],
    ['a limit on errors', 429, { 'x-sentry-rate-limits': '30:error:key' }, 30],
    ['a limit on a success', 200, { 'x-sentry-rate-limits': '30:error:key' }, 30],
    ['a limit on other things', 429, { 'x-sentry-rate-limits': '30:transaction;session:key' }, 0],
    ['a limit on everything', 429, { 'x-sentry-rate-limits': '30::organization:quota' }, 30],
    ['a limit that names no categories at all', 429, { 'x-sentry-rate-limits': '30' }, 30],
    ['several categories', 429, { 'x-sentry-rate-limits': '30:default;error;transaction:key' }, 30],
    [
      'several limits, the longest last',
      429,
      { 'x-sentry-rate-limits': '10:error:key, 50:error:project' },
      50,
    ],
    [
      'several limits, the longest first',
      429,
      { 'x-sentry-rate-limits': '50:error:key,10:error:project' },
      50,
    ],
    ['everything longer than errors', 429, { 'x-sentry-rate-limits': '10:error:key, 70::organization' }, 70],
    ['no readable seconds', 429, { 'x-sentry-rate-limits': 'soon:error:key' }, 60],
    ['negative seconds', 429, { 'x-sentry-rate-limits': '-5:error:key' }, 60],
    ['an empty limit', 429, { 'x-sentry-rate-limits': ' ' }, 60],
    ['limits before Retry-After', 429, { 'x-sentry-rate-limits': '5:error:key', 'retry-after': '500' }, 5],
    ['Retry-After in seconds', 429, { 'retry-after': '7' }, 7],
    ['Retry-After on a 503', 503, { 'retry-after': '7' }, 7],
    ['Retry-After as a date', 429, { 'retry-after': new Date(startMs + 90_000).toUTCString() }, 90],
    [
      'Retry-After as a date that is past',
      429,
      { 'retry-after': new Date(startMs - 90_000).toUTCString() },
      0,
    ],
    ['Retry-After that is neither', 429, { 'retry-after': 'later' }, 60],
    ['a negative Retry-After', 429, { 'retry-after': '-5' }, 60],
  ])('%s', (_name, status, headers, seconds) => {
    expect(pauseAfter([status, headers])).toBe(seconds)
  })

  it('lets no later answer end a pause early', () => {
    expect(pauseAfter([429, { 'retry-after': '90' }], [200, { 'x-sentry-rate-limits': '1:error:key' }])).toBe(
      90,
    )
    expect(pauseAfter([429, { 'retry-after': '90' }], [200, {}])).toBe(90)
  })

  it('takes the longest of the limits that concern errors', () => {
    const entry = fc.record({
      seconds: fc.integer({ min: 0, max: 500 }),
      categories: fc.uniqueArray(fc.constantFrom('error', 'transaction', 'session')),
    })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), (entries) => {
        const header = entries
          .map(({ seconds, categories }) => `${seconds}:${categories.join(';')}:key`)
          .join(', ')
        const concern = entries.filter(
          ({ categories }) => categories.length === 0 || categories.includes('error'),
        )
        expect(pauseAfter([429, { 'x-sentry-rate-limits': header }])).toBe(
          Math.max(0, ...concern.map(({ seconds }) => seconds)),
        )
      }),
    )
  })

  it('never throws, whatever the headers', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.string(), (status, limit, after) => {
        createRateLimits(() => startMs).update(status, (name) => (name === 'retry-after' ? after : limit))
      }),
    )
  })
})
