import { eachMapping, FlattenMap, originalPositionFor } from '@jridgewell/trace-mapping'
import { expect } from 'vitest'
import { compileMap } from '#server/sourcemaps/compile.ts'
import { lookUp, type MapBlock } from '#server/sourcemaps/map-blocks.ts'
import { doseOf } from '#tests/support/run/doses.ts'

function findBlock(blocks: readonly MapBlock[], line: number, column: number): MapBlock | undefined {
  return blocks.findLast((block) => block.line < line || (block.line === line && block.column <= column))
}

/** Looks positions up in blocks as the store does it. */
export function lookUpIn(blocks: readonly MapBlock[]) {
  return (line: number, column: number) => {
    const block = findBlock(blocks, line, column)
    return block && lookUp(block, line, column)
  }
}

/** A compiled map, with its look-ups. */
export function compiled(map: object | Uint8Array, script?: string) {
  const bytes = map instanceof Uint8Array ? map : Buffer.from(JSON.stringify(map))
  const made = compileMap(bytes, script === undefined ? undefined : Buffer.from(script))
  if ('refusal' in made) throw new Error(made.refusal)
  return { ...made, originalOf: lookUpIn(made.blocks), functionAt: lookUpIn(made.functions) }
}

/** Counts from zero, both. */
export interface Place {
  line: number
  column: number
}

/** Expects that a map leads from each place to where trace-mapping leads. */
export function expectAgreement(map: Uint8Array, places: Iterable<Place>): void {
  const other = new FlattenMap(JSON.parse(Buffer.from(map).toString()))
  const { originalOf, sources } = compiled(map)
  for (const { line, column } of places) {
    const found = originalOf(line, column)
    expect({
      source: found ? sources[found.sourceIndex]?.path : null,
      line: found ? found.line + 1 : null,
      column: found?.column ?? null,
      name: found?.name ?? null,
    }).toEqual(withoutWayUp(originalPositionFor(other, { line: line + 1, column })))
  }
}

/** Places at which mappings of a map begin, and those after them: all, or as many as the dose says. */
export function* placesOf(map: Uint8Array): Generator<Place> {
  const places: Place[] = []
  eachMapping(new FlattenMap(JSON.parse(Buffer.from(map).toString())), (mapping) => {
    const { generatedLine, generatedColumn: column } = mapping
    const line = generatedLine - 1
    places.push({ line, column }, { line, column: column + 1 })
  })
  const step = Math.ceil(places.length / doseOf('mapPositions'))
  for (let index = 0; index < places.length; index += step) yield places[index] as Place // below its length
}

/** A path of a source is stored without what leads out of the map's folder. */
function withoutWayUp(place: { source: string | null }) {
  return { ...place, source: place.source?.replace(/^(\.{1,2}\/)+/, '') ?? null }
}
