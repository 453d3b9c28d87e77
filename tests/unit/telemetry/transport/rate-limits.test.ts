import { isRateLimited, updateRateLimits } from '@sentry/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimits } from '#telemetry/transport/rate-limits.ts'

const startMs = Date.UTC(2026, 0, 1)

/** How long errors are held back after these answers, in seconds. */
function pauseAfter(...answers: [status: number, headers: Record<string, string>][]): number {
  let nowMs = startMs
  const limits = createRateLimits(() => nowMs)
  for (const [status, headers] of answers)
    limits.update({ status, headers: { get: (name) => headers[name] ?? null } })
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
        createRateLimits(() => startMs).update({
          status,
          headers: { get: (name) => (name === 'retry-after' ? after : limit) },
        })
      }),
    )
  })
})

describe('against @sentry/core', () => {
  const categories = ['error', 'transaction'] as const
  type Headers = { [name in 'x-sentry-rate-limits' | 'retry-after']?: string | null }
  const complete = (headers: Headers) => ({ 'x-sentry-rate-limits': null, 'retry-after': null, ...headers })

  /** For each category, what we say and what Sentry says, second by second. */
  function compare(status: number, headers: Headers) {
    let nowMs = startMs
    const ours = createRateLimits(() => nowMs)
    ours.update({ status, headers: { get: (name) => new Map(Object.entries(headers)).get(name) ?? null } })
    const theirs = updateRateLimits({}, { statusCode: status, headers: complete(headers) }, startMs)
    const saidByUs: boolean[] = []
    const saidByThem: boolean[] = []
    for (const seconds of [0, 1, 4, 5, 6, 29, 30, 31, 59, 60, 61, 299, 300, 301]) {
      nowMs = startMs + seconds * 1000
      saidByUs.push(...categories.map((category) => ours.isLimited(category)))
      saidByThem.push(...categories.map((category) => isRateLimited(theirs, category, nowMs)))
    }
    return { ours: saidByUs, theirs: saidByThem }
  }

  const seconds = fc.constantFrom('1', '5', '30', '60', '300', '0', 'soon', '')
  const list = fc
    .subarray(['error', 'transaction', 'session', 'metric_bucket'])
    .map((names) => names.join(';'))
  const tail = fc.constantFrom('', ':key', ':organization:quota_exceeded', ':project:x:custom')

  it('one limit holds back the same things for the same time', () => {
    const entry = fc.tuple(seconds, list, tail).map(([time, names, rest]) => `${time}:${names}${rest}`)
    fc.assert(
      fc.property(
        entry,
        fc.constantFrom(200, 429, 503),
        fc.constantFrom(null, '5'),
        (limit, status, after) => {
          const { ours, theirs } = compare(status, { 'x-sentry-rate-limits': limit, 'retry-after': after })
          expect(ours).toEqual(theirs)
        },
      ),
    )
  })

  it('limits that do not overlap hold back the same', () => {
    fc.assert(
      fc.property(seconds, seconds, (errors, transactions) => {
        const header = `${errors}:error;session:key, ${transactions}:transaction:key`
        const { ours, theirs } = compare(429, { 'x-sentry-rate-limits': header })
        expect(ours).toEqual(theirs)
      }),
    )
  })

  it.each<[number, Headers]>([
    [200, {}],
    [413, {}],
    [500, {}],
    [429, {}],
    [429, { 'retry-after': '30' }],
    [503, { 'retry-after': '30' }],
    [429, { 'retry-after': 'later' }],
    [429, { 'retry-after': new Date(startMs + 30_000).toUTCString() }],
    [429, { 'retry-after': new Date(startMs - 30_000).toUTCString() }],
    [429, { 'x-sentry-rate-limits': '' }],
  ])('%d with %o holds back the same', (status, headers) => {
    const { ours, theirs } = compare(status, headers)
    expect(ours).toEqual(theirs)
  })

  // Wanted differences: the longest limit counts, and what is no number of seconds means 60.
  it.each<[string, Headers, number, number]>([
    [
      'the longest of overlapping entries, not the last',
      { 'x-sentry-rate-limits': '50:error, 10:error' },
      50,
      10,
    ],
    ['a limit on all that is longer than one on errors', { 'x-sentry-rate-limits': '10:error, 50:' }, 50, 10],
    ['negative seconds are unparseable', { 'x-sentry-rate-limits': '-5:error' }, 60, 0],
    ['a negative Retry-After is unparseable', { 'retry-after': '-5' }, 60, 0],
    ['seconds with a tail are unparseable', { 'x-sentry-rate-limits': '5x:error' }, 60, 5],
    ['fractions of seconds count', { 'x-sentry-rate-limits': '1.5:error' }, 2, 1],
    ['blanks around categories are no part of them', { 'x-sentry-rate-limits': '5: error ;session' }, 5, 0],
    ['an empty list limits nothing', { 'x-sentry-rate-limits': ' ' }, 0, 60],
  ])('differs on purpose: %s', (_name, headers, ourSeconds, theirSeconds) => {
    expect(pauseAfter([200, nonNull(headers)])).toBe(ourSeconds)
    const theirs = updateRateLimits({}, { statusCode: 200, headers: complete(headers) }, startMs)
    expect(isRateLimited(theirs, 'error', startMs + theirSeconds * 1000 - 1)).toBe(theirSeconds > 0)
    expect(isRateLimited(theirs, 'error', startMs + theirSeconds * 1000)).toBe(false)
  })

  const nonNull = (headers: Headers): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? '']))
})
