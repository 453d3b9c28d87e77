import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'vite'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'
import { createDice } from '#tests/support/fuzz/random.ts'
import { installOnDemand } from '#tests/support/run/bench-packages.ts'
import { doseOf, isFull } from '#tests/support/run/doses.ts'
import { compiled, expectAgreement, type Place } from '#tests/support/source-maps/compiled.ts'

/** Packages that are here anyway, with the maps that they ship. */
const SHIPPED = [
  'glob/dist/esm/index.min.js',
  'protobufjs/dist/protobuf.min.js',
  'source-map/dist/source-map.min.js',
  '@babel/parser/lib/index.js',
  '@sentry/server-utils/build/esm/vendored/meriyah/dist/meriyah.js',
]

/** Maps of 2 to 7 MB, in packages of 200 MB. */
const LARGE = ['antd/dist/antd.min.js', 'maplibre-gl/dist/maplibre-gl.js', 'pdfjs-dist/build/pdf.worker.mjs']

const ours = join(repositoryRoot, 'node_modules')
const reactDom = join(ours, 'react-dom', 'cjs', 'react-dom-client.production.js')

function* randomPlaces(script: string): Generator<Place> {
  const dice = createDice(1)
  const lines = script.split('\n')
  for (let index = 0; index < doseOf('mapPositions'); index++) {
    const line = dice.below(lines.length)
    yield { line, column: dice.below((lines[line]?.length ?? 0) + 2) }
  }
}

function expectShipped(path: string): void {
  expectAgreement(readFileSync(`${path}.map`), randomPlaces(readFileSync(path, 'utf8')))
}

/** React and TypeScript ship no maps, so they are minified here. */
async function expectMinified(path: string): Promise<void> {
  const { code, map } = await minify(path, readFileSync(path, 'utf8'), { sourcemap: true, module: false })
  expect(code.length).toBeGreaterThan(100_000)
  expectAgreement(Buffer.from(JSON.stringify(map)), randomPlaces(code))
}

describe('compileMap()', () => {
  it.each(SHIPPED)('leads from random places of %s to where trace-mapping leads', (name) =>
    expectShipped(join(ours, name)),
  )

  it('leads from random places of React to where trace-mapping leads', () => expectMinified(reactDom))
})

describe.runIf(isFull)('compileMap() of large bundles', { timeout: 240_000 }, () => {
  it('leads from random places to where trace-mapping leads', async () => {
    const folder = join(await installOnDemand('bundles'), 'node_modules')
    for (const name of LARGE) expectShipped(join(folder, name))
    await expectMinified(join(folder, 'typescript', 'lib', 'typescript.js'))
  })

  /** The positions and names of Sentry's tests: https://github.com/getsentry/symbolic (symbolic-sourcemapcache/tests/integration.rs). */
  it('names what runs in Preact as Sentry does', async () => {
    const path = join(await installOnDemand('bundles'), 'node_modules/preact/dist/preact.module.js')
    const { originalOf, functionAt, sources } = compiled(
      readFileSync(`${path}.map`),
      readFileSync(path, 'utf8'),
    )
    const at = (column: number) => {
      const found = originalOf(0, column)
      return [sources[found?.sourceIndex ?? -1]?.path, found?.line, functionAt(0, column)?.name]
    }
    expect(at(49)).toEqual(['src/constants.js', 2, undefined])
    expect(at(132)).toEqual(['src/util.js', 11, 'assign'])
    expect(at(481)).toEqual(['src/create-element.js', 39, 'createElement'])
    expect(at(9_779)).toEqual(['src/component.js', 181, undefined])
    expect(at(9_794)).toEqual(['src/create-context.js', 2, undefined])
  })
})
