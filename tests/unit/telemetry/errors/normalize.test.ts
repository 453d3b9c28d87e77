import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatValue, normalizeData } from '#telemetry/errors/normalize.ts'
import { limits } from '#telemetry/limits.ts'

describe('normalizeData()', () => {
  it('puts what JSON lacks into words', () => {
    const circle: Record<string, unknown> = { name: 'circle' }
    circle.self = circle
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(
      normalizeData({
        circle,
        proxy,
        big: 10n,
        symbol: Symbol('tag'),
        run: function run() {},
        nan: Number.NaN,
        endless: -Infinity,
        gone: undefined,
        list: [undefined, 1],
        date: new Date(0),
        url: new URL('https://shop.example/'),
        map: new Map([['a', 1]]),
        set: new Set(['b']),
        bytes: new Uint8Array(3),
        error: new TypeError('no', { cause: 1 }),
        get trap() {
          throw new Error('getter')
        },
        wrong: {
          toJSON() {
            throw new Error('toJSON')
          },
        },
      }),
    ).toEqual({
      circle: { name: 'circle', self: '[Circular]' },
      proxy: '[Unreadable]',
      big: '10',
      symbol: 'Symbol(tag)',
      run: '[Function]',
      nan: 'NaN',
      endless: '-Infinity',
      list: [null, 1],
      date: '1970-01-01T00:00:00.000Z',
      url: 'https://shop.example/',
      map: [['a', 1]],
      set: ['b'],
      bytes: '[Uint8Array]',
      error: 'TypeError: no',
      trap: '[Unreadable]',
      wrong: '[Unreadable]',
    })
  })

  it('shows one object in two places twice: that is no circle', () => {
    const shared = { a: 1 }
    expect(normalizeData([shared, shared])).toEqual([shared, shared])
  })

  it('keeps an own `__proto__` an entry like any other', () => {
    const normalized = normalizeData(JSON.parse('{"__proto__": {"polluted": true}}'))
    expect(JSON.stringify(normalized)).toBe('{"__proto__":{"polluted":true}}')
    expect(Object.getPrototypeOf(normalized)).toBe(Object.prototype)
  })

  it('bounds depth, breadth, text and the whole', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 50_000; level++) deep = { deep }
    expect(JSON.stringify(normalizeData(deep, 3))).toBe('{"deep":{"deep":{"deep":"[Too deep]"}}}')
    expect(normalizeData(Array.from({ length: 5_000 }))).toHaveLength(limits.dataEntries)
    expect(normalizeData('x'.repeat(100_000))).toHaveLength(limits.textLength)
    const wide = (level: number): unknown =>
      level === 0 ? 1 : Array.from({ length: 100 }, () => wide(level - 1))
    expect(JSON.stringify(normalizeData(wide(3))).length).toBeLessThan(limits.dataValues * 3)
  })

  it('makes of anything what JSON takes and gives back', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withSparseArray: true,
        }),
        (value) => {
          const normalized = normalizeData(value)
          const json = JSON.stringify(normalized)
          if (json !== undefined)
            expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(JSON.parse(json))))
          else expect(normalized).toBeUndefined()
        },
      ),
    )
  })
})

describe('formatValue()', () => {
  it.each([
    ['text', 'text'],
    [42, '42'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ a: [1] }, '{"a":[1]}'],
    [new TypeError('no'), 'TypeError: no'],
    [10n, '10'],
  ])('shows %s as %s', (value, text) => {
    expect(formatValue(value)).toBe(text)
  })
})
