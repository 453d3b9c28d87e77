import { readFileSync } from 'node:fs'
import { encodedMappings, TraceMap } from '@jridgewell/trace-mapping'
import { minify as minifyScript } from 'vite'
import { describe, expect, it } from 'vitest'
import { compileMap } from '#server/sourcemaps/compile.ts'
import { compiled, expectAgreement, placesOf } from '#tests/support/source-maps/compiled.ts'

/**
 * Recorded: what @sentry/nextjs 11.0.0 and Next.js 16.4.6 built with Turbopack of tests/fixtures/frameworks/next (a page, and
 * the runtime with its five sections), and what Metro 0.87.1 and hermesc 260318099 -O made of cart.js, composed as React
 * Native does. The texts of others' sources are left out.
 */
function readFixture(name: string): Buffer {
  return readFileSync(new URL(`../../../fixtures/source-maps/${name}`, import.meta.url))
}

describe('compileMap()', () => {
  it('names the function that runs at a position as its source names it', async () => {
    const source = [
      'export class Cart {',
      '  total(lines) { return lines.map((line) => priceOf(line)) }',
      '}',
      'function priceOf(line) { throw new Error(line) }',
      'export const pay = (cart) => cart.total([1])',
      'window.shop = { checkout() { return pay(new Cart()) } }',
    ].join('\n')
    const { code, map } = await minify('cart.js', source)
    const { functionAt, originalOf } = compiled(JSON.parse(map), code)
    const at = (part: string) => {
      const column = code.indexOf(part)
      expect(column, part).toBeGreaterThan(-1)
      return [0, column] as const
    }
    expect(functionAt(...at('throw'))?.name).toBe('priceOf')
    expect(originalOf(...at('throw'))?.line).toBe(3)
    expect(functionAt(...at('.map('))?.name).toBe('Cart.total')
    expect(functionAt(...at('.total('))?.name).toBe('pay')
  })

  it('names a function that only its source names', () => {
    const script = 'a.s(["default",0,function(){throw Error()}])'
    const source = 'export default function Page() {\n  throw Error()\n}\n'
    const start = script.indexOf('function')
    const map = { version: 3 as const, sources: ['page.jsx'], sourcesContent: [source], names: [] }
    // The function as Turbopack maps it: to `function Page()`, after `export default`.
    const lines: [number, number, number, number][][] = [
      [
        [start, 0, 0, 15],
        [start + 11, 0, 1, 2],
      ],
    ]
    const mappings = encodedMappings(new TraceMap({ ...map, mappings: lines }))
    const { functionAt } = compiled({ ...map, mappings }, script)
    expect(functionAt(0, script.indexOf('throw'))?.name).toBe('Page')
  })

  it.each<[string, unknown, string]>([
    ['is cut off', '{"version":3,"sou', 'its JSON ends early or is invalid'],
    ['is a page', '<!doctype html>', 'it is not a JSON object'],
    [
      'Git LFS left in its place',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
      'it is a pointer of Git LFS instead of the file',
    ],
    ['is a list', [], 'it is not a JSON object'],
    ['is of another version', { version: 2 }, 'its version is 2 instead of 3'],
    ['has no mappings', { version: 3, sources: [] }, 'it has no mappings'],
    ['has empty mappings', { version: 3, sources: [], mappings: '' }, 'its mappings are empty'],
    [
      'has mappings that are no VLQ',
      { version: 3, sources: ['a'], mappings: 'A~' },
      'its mappings contain other characters than those of Base64 VLQ',
    ],
    [
      'has sections in sections',
      { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: { sections: [] } }] },
      'one of its sections has sections',
    ],
    [
      'has 10,001 sources',
      { version: 3, sources: Array.from({ length: 10_001 }, String), mappings: 'AAAA' },
      'it has more than 10000 sources',
    ],
  ])('refuses a file that %s', (_, given, refusal) => {
    const bytes = Buffer.from(typeof given === 'string' ? given : JSON.stringify(given))
    expect(compileMap(bytes, undefined)).toEqual({ refusal })
  })

  it('reads a Turbopack page, whose map has sections', () => {
    const script = readFixture('turbopack-page.js').toString()
    const { originalOf, functionAt, sources } = compiled(readFixture('turbopack-page.js.map'), script)
    const lines = script.split('\n')
    const line = lines.findIndex((text) => text.includes('throw Error('))
    const column = lines[line]?.indexOf('throw Error(') ?? -1
    const found = originalOf(line, column)
    expect(sources[found?.sourceIndex ?? -1]?.path).toBe('app/test-error/page.jsx')
    expect(found).toMatchObject({ line: 3, column: 2 })
    expect(functionAt(line, column)?.name).toBe('Page')
  })

  it('reads the map that Metro composes of its own and the one of Hermes', () => {
    const { originalOf, functionAt, sources } = compiled(readFixture('hermes.map'))
    // `line.price.amount`: priceOf() begins at byte 1999, and its third instruction reads the amount.
    const found = originalOf(0, 2007)
    expect(found && { ...found, path: sources[found.sourceIndex]?.path }).toMatchObject({
      ...{ path: 'cart.js', line: 9, column: 16 },
    })
    expect(originalOf(0, 2179)).toMatchObject({ line: 5, column: 55, name: 'priceOf' })
    // Hermes leaves no script to read, so the names are those that Metro wrote into the map.
    expect(functionAt(0, 2007)?.name).toBe('Cart#priceOf')
    expect(functionAt(0, 2179)?.name).toBe('lines.reduce$argument_0')
  })

  it.each(['hermes.map', 'turbopack-page.js.map', 'turbopack-runtime.js.map'])(
    'leads from everywhere in %s to where trace-mapping leads',
    (name) => expectAgreement(readFixture(name), placesOf(readFixture(name))),
  )

  it('reads a map that a server sent with a byte order mark, or with a line against being run', () => {
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' })
    for (const before of ['\uFEFF', ")]}'\n", "\uFEFF)]}'\n"]) {
      const { originalOf } = compiled(Buffer.from(before + map))
      expect(originalOf(0, 5)).toMatchObject({ sourceIndex: 0, line: 0, column: 0 })
    }
  })

  it.each([
    ['names that are not there', { names: ['fail'], mappings: 'AAA;ACC' }],
    ['places that go back', { names: ['fail', 'pay'], mappings: 'AAE;ACF' }],
    ['other characters', { names: ['fail'], mappings: '~AAA' }],
    ['no names', { mappings: 'AAA' }],
  ])('leaves the names of functions out where Metro’s have %s', (_, functions) => {
    const map = {
      version: 3,
      sources: ['a.ts'],
      names: [],
      mappings: 'AAAA',
      x_facebook_sources: [[functions]],
    }
    expect(compiled(map).functions).toEqual([])
  })

  it('joins the sections of an index map', () => {
    const section = (line: number, source: string) => ({
      offset: { line, column: 0 },
      map: { version: 3, sources: [source], names: [], mappings: 'AAAA' },
    })
    const { originalOf, sources } = compiled({
      version: 3,
      sections: [section(0, 'a.ts'), section(2, 'b.ts')],
    })
    expect(sources.map(({ path }) => path)).toEqual(['a.ts', 'b.ts'])
    expect(originalOf(2, 5)).toEqual({ sourceIndex: 1, line: 0, column: 0, name: undefined })
  })
})

async function minify(name: string, source: string): Promise<{ code: string; map: string }> {
  const { code, map } = await minifyScript(name, source, {
    sourcemap: true,
    module: true,
    mangle: { toplevel: true },
  })
  return { code, map: JSON.stringify({ ...map, sourcesContent: [source] }) }
}
