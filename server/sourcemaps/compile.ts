import { nameFunctions } from './function-names.ts'
import { encodeBlocks, type MapBlock } from './map-blocks.ts'
import { mapLimits } from './map-limits.ts'
import { type MapSource, readSourceMap } from './read-map.ts'
import { nameBySources } from './source-functions.ts'

/** A source map as it is stored: a look-up reads one block, and one source if its text is shown. */
export interface CompiledMap {
  blocks: MapBlock[]
  /**
   * The names of functions, in the same form: as Metro writes them into the map, else by the script's syntax. Empty without
   * either.
   */
  functions: MapBlock[]
  sources: MapSource[]
}

/** Compiles a source map, and the names of the functions of its script if that is known. */
export function compileMap(
  map: Uint8Array,
  script: Uint8Array | undefined,
): CompiledMap | { refusal: string } {
  const read = readSourceMap(map)
  if ('refusal' in read) return read
  const bySources = nameBySources(read)
  const isReadable = bySources === undefined && script !== undefined && script.length <= mapLimits.scriptBytes
  const named = isReadable ? nameFunctions(new TextDecoder().decode(script), read) : bySources
  return {
    blocks: encodeBlocks(read),
    functions: named ? encodeBlocks(named) : [],
    sources: read.sources.map(({ path, text }) => ({
      path: fromRoot(path).slice(0, mapLimits.pathChars),
      text: text === null || text.length > mapLimits.sourceTextChars ? null : text,
    })),
  }
}

/** Bundlers write `../../src/cart.ts`, seen from the map: what leads out of its folder says nothing of the source. */
function fromRoot(path: string): string {
  return path.replace(/^(?:\.{1,2}\/)+/, '')
}
