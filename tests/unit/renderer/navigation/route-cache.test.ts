import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#renderer/navigation/limits.ts'
import { createRouteCache, type RoutePayload, routeKey } from '#renderer/navigation/route-cache.ts'

const payload = (body: string): RoutePayload => ({ body, answeredAt: null })

function cacheAt(startMs = 1_000_000, bounds: { maxEntries?: number; maxBytes?: number } = {}) {
  let now = startMs
  const cache = createRouteCache({ clock: () => now, ...bounds })
  return { cache, pass: (ms: number) => (now += ms) }
}

describe('the age of what was put', () => {
  it.each([
    [0, 'fresh'],
    [29_999, 'fresh'],
    [30_000, 'stale'],
    [300_000, 'stale'],
    [300_001, 'missed'],
    [-1, 'missed'],
  ])('after %d ms it is %s', (ageMs, state) => {
    const { cache, pass } = cacheAt()
    cache.put('/issues', payload('{}'))
    pass(ageMs)
    expect(cache.find('/issues')).toEqual(state === 'missed' ? { state } : { state, payload: payload('{}') })
  })

  it('counts from the last time it was put, not from when it was used', () => {
    const { cache, pass } = cacheAt()
    cache.put('/issues', payload('first'))
    pass(29_000)
    cache.find('/issues')
    pass(2_000)
    expect(cache.find('/issues').state).toBe('stale')
    cache.put('/issues', payload('second'))
    expect(cache.find('/issues')).toEqual({ state: 'fresh', payload: payload('second') })
  })
})

describe('routeKey()', () => {
  it.each([
    ['/issues', '/issues'],
    ['/issues/', '/issues'],
    ['/', '/'],
    ['/issues?b=2&a=1#events', '/issues?a=1&b=2'],
    ['/issues?a=2&a=1', '/issues?a=2&a=1'],
    ['/issues?', '/issues'],
    ['http://desk.test/issues?x=%20', '/issues?x=+'],
  ])('of %s is %s', (url, key) => {
    expect(routeKey(url)).toBe(key)
  })

  it('is its own key, and the same in whatever order the query stands', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([name]) => name })
    fc.assert(
      fc.property(entries, fc.integer(), (query, rotation) => {
        const turn = query.length === 0 ? 0 : Math.abs(rotation) % query.length
        const turned = [...query.slice(turn), ...query.slice(0, turn)]
        const key = routeKey(`/path?${new URLSearchParams(query)}`)
        expect(routeKey(key)).toBe(key)
        expect(routeKey(`/path?${new URLSearchParams(turned)}`)).toBe(key)
      }),
    )
  })
})

describe('the bounds', () => {
  it('let the least recently used go first', () => {
    const { cache } = cacheAt(0, { maxEntries: 2 })
    cache.put('/a', payload('a'))
    cache.put('/b', payload('b'))
    cache.find('/a')
    cache.put('/c', payload('c'))
    expect(['/a', '/b', '/c'].map((key) => cache.find(key).state)).toEqual(['fresh', 'missed', 'fresh'])
  })

  it('hold for bytes, two a character, and what is larger than all of them is not kept', () => {
    const { cache } = cacheAt(0, { maxBytes: 20 })
    cache.put('/a', payload('12345'))
    cache.put('/b', payload('12345'))
    cache.put('/c', payload('1'))
    expect(['/a', '/b', '/c'].map((key) => cache.find(key).state)).toEqual(['missed', 'fresh', 'fresh'])
    cache.put('/b', payload('12345678901'))
    expect(cache.find('/b').state).toBe('missed')
  })

  it('hold whatever is done, and what is found is what was put last', () => {
    const key = fc.constantFrom('/a', '/b', '/b?x=1', '/b/c', '/d')
    const command = fc.oneof(
      fc.record({ what: fc.constant('put' as const), key, length: fc.nat(12) }),
      fc.record({ what: fc.constant('find' as const), key }),
      fc.record({ what: fc.constant('drop' as const), key }),
      fc.record({ what: fc.constant('pass' as const), ms: fc.nat(200_000) }),
    )
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const { cache, pass } = cacheAt(0, { maxEntries: 3, maxBytes: 40 })
        let now = 0
        const model = new Map<string, { body: string; putAt: number }>() // in order of use
        for (const each of commands) {
          if (each.what === 'pass') now = pass(each.ms)
          else if (each.what === 'drop') {
            cache.drop([each.key])
            for (const known of [...model.keys()]) {
              const isBelow =
                known === each.key ||
                `${known}?`.startsWith(`${each.key}?`) ||
                known.startsWith(`${each.key}/`)
              if (each.key.includes('?') ? known === each.key : isBelow) model.delete(known)
            }
          } else if (each.what === 'put') {
            const body = 'x'.repeat(each.length)
            cache.put(each.key, payload(body))
            model.delete(each.key)
            model.set(each.key, { body, putAt: now })
            const bytes = () => [...model.values()].reduce((sum, entry) => sum + entry.body.length * 2, 0)
            while (model.size > 3 || bytes() > 40) model.delete([...model.keys()][0] ?? '')
          } else {
            const known = model.get(each.key)
            const found = cache.find(each.key)
            if (known === undefined || now - known.putAt > limits.staleMs) {
              expect(found.state).toBe('missed')
              model.delete(each.key)
            } else {
              expect(found).toEqual({
                state: now - known.putAt < limits.freshMs ? 'fresh' : 'stale',
                payload: payload(known.body),
              })
              model.delete(each.key)
              model.set(each.key, known)
            }
          }
        }
      }),
    )
  })
})

describe('drop()', () => {
  const keys = [
    '/',
    '/issues',
    '/issues?project=shop',
    '/issues/1',
    '/issues/1/events/a',
    '/issuesx',
    '/projects',
  ]
  it.each<[string[] | undefined, string[]]>([
    [undefined, []],
    [[], keys],
    [['/issues'], ['/', '/issuesx', '/projects']],
    [['/issues/1/'], ['/', '/issues', '/issues?project=shop', '/issuesx', '/projects']],
    [['/issues?project=shop'], keys.filter((key) => !key.includes('?'))],
    [
      ['/projects', '/issues/1/events'],
      ['/', '/issues', '/issues?project=shop', '/issues/1', '/issuesx'],
    ],
    [['/'], []],
    [['/nowhere'], keys],
  ])('of %j leaves what it is not about', (addresses, left) => {
    const { cache } = cacheAt()
    for (const key of keys) cache.put(key, payload(key))
    cache.drop(addresses)
    expect(keys.filter((key) => cache.find(key).state !== 'missed')).toEqual(left)
  })
})
