import { readFileSync } from 'node:fs'
import { encodedMappings, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { minify as minifyScript } from 'vite'
import { describe, expect, it } from 'vitest'
import { compileMap } from '#server/sourcemaps/compile.ts'
import { lookUp, type MapBlock } from '#server/sourcemaps/map-blocks.ts'

function findBlock(blocks: readonly MapBlock[], line: number, column: number): MapBlock | undefined {
  return blocks.findLast((block) => block.line < line || (block.line === line && block.column <= column))
}

function compiled(map: object | Uint8Array, script?: string) {
  const bytes = map instanceof Uint8Array ? map : Buffer.from(JSON.stringify(map))
  const made = compileMap(bytes, script === undefined ? undefined : Buffer.from(script))
  if ('refusal' in made) throw new Error(made.refusal)
  const find = (blocks: MapBlock[]) => (line: number, column: number) => {
    const block = findBlock(blocks, line, column)
    return block && lookUp(block, line, column)
  }
  return { ...made, originalOf: find(made.blocks), functionAt: find(made.functions) }
}

const BUNDLES = [
  'glob/dist/esm/index.min.js',
  'protobufjs/dist/protobuf.min.js',
  'source-map/dist/source-map.min.js',
  '@babel/parser/lib/index.js',
  '@sentry/server-utils/build/esm/vendored/meriyah/dist/meriyah.js',
]

const modules = new URL('../../../../node_modules/', import.meta.url)

/** A path of a source is stored without what leads out of the map's folder. */
function withoutWayUp(place: { source: string | null }) {
  return { ...place, source: place.source?.replace(/^(\.\.\/)+/, '') ?? null }
}

describe('compileMap()', () => {
  it.each(BUNDLES)('leads from 2,000 positions of %s to where trace-mapping leads', (name) => {
    const script = readFileSync(new URL(name, modules), 'utf8')
    const bytes = readFileSync(new URL(`${name}.map`, modules))
    const map = new TraceMap(JSON.parse(bytes.toString()))
    const { originalOf, sources } = compiled(bytes)
    const lines = script.split('\n')
    for (let index = 0; index < 2_000; index++) {
      const line = (index * 7919) % lines.length
      const column = (index * 104_729) % ((lines[line]?.length ?? 0) + 2)
      const found = originalOf(line, column)
      expect({
        source: found ? sources[found.sourceIndex]?.path : null,
        line: found ? found.line + 1 : null,
        column: found?.column ?? null,
        name: found?.name ?? null,
      }).toEqual(withoutWayUp(originalPositionFor(map, { line: line + 1, column })))
    }
  })

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
    ['is no JSON', '{', 'it is not a JSON object'],
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
