import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asImmutable } from '#server/desk/immutable.ts'
import { toPageJson } from '#server/hosting/shells/page-json.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { stringify } from '#tests/support/sites/vike-strings.ts'

/** As Vike writes a page's data into its document. */
function asVike(value: unknown): string {
  return stringify(value, {
    forbidReactElements: true,
    htmlScriptSafe: { escapeScripts: true, escapeURLs: true },
  })
}

const text = fc.oneof(
  anyText(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '</script>',
    '<!--',
    '//',
    '\u2028',
    '\ud800',
    '__proto__',
    'toJSON',
    '$$typeof',
    'constructor',
  ),
)
const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text.filter((string) => !string.startsWith('!')),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.array(tie('value')),
    fc.dictionary(
      text.filter((key) => key !== 'toJSON' && key !== '$$typeof'),
      tie('value'),
      { noNullPrototype: true },
    ),
  ),
})).value

const anything = fc.anything({
  key: text,
  values: [text, fc.double(), fc.boolean(), fc.constantFrom(null, undefined, '!undefined', '!')],
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
})

describe('toPageJson', () => {
  it('writes plain data as Vike does, to the byte', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(toPageJson(value)).toBe(asVike(value))
      }),
    )
  })

  it('writes whatever it writes as Vike does, and never throws', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const json = toPageJson(value)
        if (json !== undefined) expect(json).toBe(asVike(value))
      }),
    )
  })

  it('writes holes as Vike does', () => {
    const holes: unknown[] = [1]
    holes[3] = 2
    expect(toPageJson({ holes })).toBe('{"holes":[1,"!undefined","!undefined",2]}')
    expect(toPageJson({ holes })).toBe(asVike({ holes }))
  })

  it('writes nothing that could end its script, or begin another', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(toPageJson(value)).not.toMatch(/<|[^\\]\//)
      }),
    )
  })

  it.each<[string, unknown]>([
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a set', new Set()],
    ['no number', Number.NaN],
    ['an endless number', Number.NEGATIVE_INFINITY],
    ['a large integer', 1n],
    ['a pattern', /a/],
    ['bytes', new Uint8Array(1)],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['text that means something to Vike', '!undefined'],
    ['text that begins like it', '!'],
    ['an instance', new URL('http://desk.test')],
    ['an array with a class', new (class extends Array {})()],
    ['an array that writes itself', Object.assign([1], { toJSON: () => 2 })],
    ['an object that writes itself', { toJSON: () => 1 }],
    ['an object without a prototype', Object.create(null)],
    ['an object with another', Object.create({ a: 1 })],
    ['a React element', { $$typeof: Symbol.for('react.transitional.element') }],
    ['a boxed text', new String('!undefined')],
    ['a promise', Promise.resolve()],
  ])('leaves %s to Vike, wherever it stands', (_name, value) => {
    for (const data of [value, [value], { a: value }, { a: [1, { b: value }] }]) {
      expect(toPageJson(data)).toBeUndefined()
    }
  })

  it('writes what does not change once, and the rest of the data as ever', () => {
    let reads = 0
    const issue = {
      get id() {
        reads++
        return '</script>'
      },
    }
    const issues = asImmutable([issue])
    for (const page of [1, 2])
      expect(toPageJson({ issues, page })).toBe(asVike({ issues: [{ id: '</script>' }], page }))
    const readsOfOneTime = reads
    toPageJson({ issues })
    expect(reads).toBe(readsOfOneTime)
  })

  it('leaves what does not change to Vike where only that can write it', () => {
    const issues = asImmutable([new Date(0)])
    for (const _time of [1, 2]) expect(toPageJson({ issues })).toBeUndefined()
  })

  it('writes a frozen list of texts as any other, each time, and an open list as it is then', () => {
    const zones = Object.freeze(['Europe/Paris', '</script>'])
    for (const _time of [1, 2]) expect(toPageJson({ page: { zones } })).toBe(asVike({ page: { zones } }))
    const special = Object.freeze(['!undefined'])
    for (const _time of [1, 2]) expect(toPageJson({ special })).toBeUndefined()
    const objects = Object.freeze([{ id: 1 }])
    toPageJson({ objects })
    for (const one of objects) one.id = 2
    expect(toPageJson({ objects })).toBe('{"objects":[{"id":2}]}')
  })

  it('writes frozen rows as any others, and rows that hold something open as they are then', () => {
    const rows = Object.freeze([Object.freeze({ id: 1, name: '</script>', of: null }), 'text', 2])
    for (const _time of [1, 2]) expect(toPageJson({ rows })).toBe(asVike({ rows }))
    const tags = ['a']
    const open = Object.freeze([Object.freeze({ tags })])
    toPageJson({ open })
    tags.push('b')
    expect(toPageJson({ open })).toBe('{"open":[{"tags":["a","b"]}]}')
    const dated = Object.freeze([Object.freeze(new Date(0))])
    for (const _time of [1, 2]) expect(toPageJson({ dated })).toBeUndefined()
  })

  it('leaves circles and whatever is deeper than a hundred to Vike', () => {
    const circle: Record<string, unknown> = {}
    circle.self = [circle]
    expect(toPageJson(circle)).toBeUndefined()
    expect(toPageJson(nested(100))).toBe(asVike(nested(100)))
    expect(toPageJson(nested(10_000))).toBeUndefined()
  })

  it('leaves what throws when it is read to Vike', () => {
    const throwing = {
      get a(): never {
        throw new Error('no a')
      },
    }
    expect(toPageJson({ throwing })).toBeUndefined()
    expect(toPageJson(new Proxy({}, { getPrototypeOf: () => throwing.a }))).toBeUndefined()
  })
})

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}
