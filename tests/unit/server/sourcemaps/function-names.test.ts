import { encodedMappings, type SourceMapSegment, TraceMap } from '@jridgewell/trace-mapping'
import { describe, expect, it } from 'vitest'
import { nameFunctions } from '#server/sourcemaps/function-names.ts'
import { encodeBlocks } from '#server/sourcemaps/map-blocks.ts'
import { compiled, lookUpIn } from '#tests/support/source-maps/compiled.ts'

/** Names the function in which a script calls `at()`, without a map. */
function nameIn(script: string): string | undefined {
  const named = nameFunctions(script, { lines: [], names: [], sources: [] })
  const lines = script.split('\n')
  const line = lines.findIndex((text) => text.includes('at()'))
  return lookUpIn(encodeBlocks(named ?? { lines: [], names: [] }))(line, lines[line]?.indexOf('at()') ?? 0)
    ?.name
}

/** Names the function that throws in a script of one line, whose map has these segments. */
function nameInMapped(script: string, source: string | null, names: string[], segments: SourceMapSegment[]) {
  const map = { version: 3 as const, sources: ['cart.ts'], sourcesContent: [source], names }
  const mappings = encodedMappings(new TraceMap({ ...map, mappings: [segments] }))
  return compiled({ ...map, mappings }, script).functionAt(0, script.indexOf('throw'))?.name
}

/** The cases are those of Sentry's own tests: https://github.com/getsentry/js-source-scopes (tests/integration.rs, extract.rs). */
describe('nameFunctions(), as Sentry', () => {
  it.each([
    ['function pay() { at() }', 'pay'],
    ['const total = function sum() { at() }', 'sum'],
    ['const total = function () { at() }', 'total'],
    ['const total = () => { at() }', 'total'],
    ['let total; total = () => at()', 'total'],
    ['const pay = () => { function check() { lines.map(function each() { at() }) } }', 'each'],
    ['const pay = () => { function check() { at() } }', 'check'],
    ['const pay = () => { function check() {} at() }', 'pay'],
    ['class Cart { constructor() { at() } }', 'new Cart'],
    ['class Cart { lines = at() }', 'new Cart'],
    ['const Basket = class { constructor() { at() } }', 'new Basket'],
    ['const Basket = class Cart { constructor() { at() } }', 'new Cart'],
    ['shop.models.Cart = class { lines = at() }', 'new shop.models.Cart'],
    ['class Cart { total() { at() } }', 'Cart.total'],
    ['class Cart { static empty() { at() } }', 'Cart.empty'],
    ['class Cart { #sum() { at() } }', 'Cart.#sum'],
    ['class Cart { total() { lines.map(() => {}); at() } }', 'Cart.total'],
    ['Cart/* a class */. prototype // of\n. total = () => {at()}', 'Cart.prototype.total'],
    ['Cart.prototype[42] = function () { at() }', 'Cart.prototype[42]'],
    ['Cart.prototype["total"] = function () { at() }', 'Cart.prototype.total'],
    ['Cart.prototype[name] = function () { at() }', 'Cart.prototype[name]'],
    ['const cart = { total() { at() } }', 'cart.total'],
    ['const cart = { total: () => at() }', 'cart.total'],
    ['const cart = { total: function sum() { at() } }', 'sum'],
    ['lines.map(() => at())', ''],
    ['class Cart { total() { lines.map(function () { at() }) } }', ''],
    ['const pay = () => { lines.map(function () { lines.map(() => at()) }) }', ''],
  ])('names %j', (script, name) => {
    expect(nameIn(script)).toBe(name)
  })

  it('reads a name one column before its place, where UglifyJS 2 puts it', () => {
    // `function| i()`: the mapping ends the keyword instead of beginning the name.
    const segments: SourceMapSegment[] = [
      [0, 0, 0, 2],
      [8, 0, 0, 2, 0],
      [13, 0, 1, 4],
    ]
    expect(
      nameInMapped('function i(){throw 1}', '  function test() {\n    throw 1 }', ['test'], segments),
    ).toBe('test')
  })

  it('reads the name that TypeScript puts at the keyword', () => {
    const segments: SourceMapSegment[] = [
      [0, 0, 0, 0],
      [7, 0, 0, 9, 0],
      [8, 0, 0, 9],
      [14, 0, 1, 2],
    ]
    expect(nameInMapped('function ab(){throw 1}', null, ['initServer'], segments)).toBe('initServer')
  })

  it('reads the name that Terser puts after a private method', () => {
    const segments: SourceMapSegment[] = [
      [6, 0, 0, 6, 0],
      [11, 0, 1, 2],
      [13, 0, 1, 3, 1],
      [16, 0, 1, 12],
    ]
    expect(nameInMapped('class Cart{#t(){throw 1}}', null, ['Cart', 'total'], segments)).toBe('Cart.#total')
  })

  it('keeps a part as it is written where the map has no name for it', () => {
    const script = 't.prototype.bar=()=>{throw 1}'
    const segments: SourceMapSegment[] = [
      [0, 0, 1, 0, 0],
      [12, 0, 1, 14, 1],
      [16, 0, 1, 20],
    ]
    expect(nameInMapped(script, null, ['Foo', 'bar'], segments)).toBe('Foo.prototype.bar')
  })

  it('names a function that was inlined into another one', () => {
    const segments: SourceMapSegment[] = [
      [0, 0, 4, 0],
      [9, 0, 4, 9, 0],
      [15, 0, 0, 15],
      [27, 0, 1, 2],
    ]
    const source = 'export default function foo(text) {\n  throw text\n}\n\nfunction bar() {\n  foo(1)\n}\n'
    expect(nameInMapped('function o(o){!function(o){throw o}(o)}', source, ['bar'], segments)).toBe('foo')
  })
})

describe('nameFunctions(), unlike Sentry', () => {
  it.each([
    // Sentry leaves it anonymous; browsers write `Object.onFail`.
    ['pay({ onFail() { at() } })', 'onFail'],
    // Sentry calls it `Cart`, which is the class; browsers write `Cart.pay`.
    ['class Cart { pay = () => at() }', 'Cart.pay'],
    // Sentry calls it `total`, which is the result, and browsers do not.
    ['const total = lines.map(() => at())', ''],
    // The numbers and paths of webpack's modules change with each build, and would with it the grouping.
    ['const modules = { 418: (e, t, n) => { at() } }', ''],
    ['const modules = { "./src/cart.ts": function (e) { at() } }', ''],
  ])('names %j', (script, name) => {
    expect(nameIn(script)).toBe(name)
  })

  it('names what is within objects of objects, and no longer than six links', () => {
    expect(nameIn('const shop = { cart: { total() { at() } } }')).toBe('shop.cart.total')
    expect(nameIn('class Shop { static cart = { total: class { sum() { at() } } } }')).toBe(
      'Shop.cart.total.sum',
    )
    expect(nameIn('a.b.c.d.e.f.g.h = () => at()')).toBe('c.d.e.f.g.h')
    const depth = 500
    const nested = `const a = ${'{ a: '.repeat(depth)}() => at()${' }'.repeat(depth)}`
    expect(nameIn(nested)).toBe('a.a.a.a.a.a.a.a.a')
  })
})
