import { createContext, runInContext } from 'node:vm'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { minify } from 'vite'
import { describe, expect, it } from 'vitest'
import { readScriptComments } from '#server/sourcemaps/script-comments.ts'
import { findDebugId, injectDebugId } from '#telemetry/build/inject-debug-id.ts'

const SOURCE = 'export function priceOf(line) {\n  return line.price.amount * line.quantity\n}\n'

async function build(before = '') {
  const { code, map } = await minify('src/cart.js', SOURCE, { sourcemap: true, module: true })
  const shifted = JSON.stringify({
    ...map,
    mappings: before.includes('\n') ? `;${map?.mappings}` : map?.mappings,
  })
  return { code: before + code, map: shifted }
}

/** Where a source map says that the property `amount` is read. */
function placeOfAmount(code: string, map: string) {
  const lines = code.split('\n')
  const line = lines.findIndex((text) => text.includes('.price.amount'))
  const column = (lines[line] ?? '').indexOf('.price.amount')
  return originalPositionFor(new TraceMap(map), { line: line + 1, column })
}

describe('injectDebugId()', () => {
  it.each([
    ['a module', ''],
    ['a script with a hashbang', '#!/usr/bin/env node\n'],
  ])('keeps every mapping of %s in its place', async (_, before) => {
    const { code, map } = await build(before)
    const made = injectDebugId(code, map)
    expect(placeOfAmount(made?.code ?? '', made?.map ?? '')).toEqual(placeOfAmount(code, map))
    expect(made?.code.startsWith(before)).toBe(true)
  })

  it('moves the sections of an index map', async () => {
    const { code, map } = await build()
    const index = JSON.stringify({
      version: 3,
      sections: [{ offset: { line: 0, column: 0 }, map: JSON.parse(map) }],
    })
    const made = injectDebugId(code, index)
    const [section] = JSON.parse(made?.map ?? '').sections
    expect(section.offset).toEqual({ line: 1, column: 0 })
  })

  it('makes the same id of the same build, and another of another', async () => {
    const { code, map } = await build()
    const id = injectDebugId(code, map)?.debugId
    expect(injectDebugId(code, map)?.debugId).toBe(id)
    expect(injectDebugId(`${code};`, map)?.debugId).not.toBe(id)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('registers the id where Sentry SDKs look for it when the script runs', () => {
    const made = injectDebugId('globalThis.ran = true', '{"version":3,"sources":[],"mappings":""}')
    const context = createContext({})
    runInContext(made?.code ?? '', context)
    expect(Object.values(runInContext('_sentryDebugIds', context))).toEqual([made?.debugId])
    expect(context.ran).toBe(true)
  })

  it('leaves a strict script strict', () => {
    const script = '"use strict"; globalThis.isStrict = (function () { return this === undefined })()'
    const made = injectDebugId(script, '{"version":3,"sources":[],"mappings":""}')
    const context = createContext({})
    runInContext(made?.code ?? '', context)
    expect(context.isStrict).toBe(true)
  })

  it('writes one id into snippet, comment and map, before the comment that names the map', async () => {
    const { code, map } = await build()
    const made = injectDebugId(`${code}\n//# sourceMappingURL=app.js.map\n`, map)
    const read = readScriptComments(made?.code ?? '')
    expect(read).toEqual({ mapUrl: 'app.js.map', debugIds: [made?.debugId] })
    expect(findDebugId(made?.code ?? '')).toBe(made?.debugId)
    expect(JSON.parse(made?.map ?? '').debugId).toBe(made?.debugId)
    expect(made?.code.trimEnd().split('\n').at(-1)).toBe('//# sourceMappingURL=app.js.map')
  })

  it.each(['{', 'null', '[]', '{"version":3}'])('refuses %s, which is no map', (map) => {
    expect(injectDebugId('pay()', map)).toBeUndefined()
  })
})

describe('readScriptComments()', () => {
  it('finds the ids of two tools in one script', () => {
    const one = '8a2f3c1e-0b7d-4e5f-9c61-2d3e4f5a6b7c'
    const other = '11111111-0b7d-4e5f-9c61-2d3e4f5a6b7c'
    const script = `e._sentryDebugIds[n]="${one}"\npay()\n//# debugId=${other}\n//# sourceMappingURL=a.js.map`
    expect(readScriptComments(script)).toEqual({ mapUrl: 'a.js.map', debugIds: [one, other] })
  })

  it('finds nothing in a script without comments', () => {
    expect(readScriptComments('pay()')).toEqual({ mapUrl: undefined, debugIds: [] })
  })
})
