import { decodedMappings, FlattenMap, type SourceMapSegment } from '@jridgewell/trace-mapping'
import { parseDebugId } from '#server/processing/normalize/native/debug-images.ts'
import { isObject } from '#server/processing/normalize/untrusted.ts'
import { mapLimits } from './map-limits.ts'

/** A source map with its mappings decoded, and the sections of an index map joined. */
export interface SourceMap {
  sources: MapSource[]
  names: string[]
  /** The segments of each generated line, by column: https://tc39.es/ecma426/#sec-mappings-grammar */
  lines: SourceMapSegment[][]
  segmentCount: number
  /** What Metro says of each source's functions, as it is written (`x_facebook_sources`). */
  functionMaps: unknown[]
}

export interface MapSource {
  /** As the bundler named it, `sourceRoot` included: `webpack://shop/./src/cart.ts`. */
  path: string
  /** Null if the map does not contain the source's text. */
  text: string | null
}

/** What is said of a map that a bundler wrote without doing the work. */
export const WITHOUT_MAPPINGS = 'its mappings are empty'

/** Reads a source map as ECMA-426 defines it. A refusal says what is wrong with the file. */
export function readSourceMap(bytes: Uint8Array): SourceMap | { refusal: string } {
  if (bytes.length > mapLimits.mapBytes)
    return { refusal: `it is larger than ${mapLimits.mapBytes / 2 ** 20} MiB` }
  const given = parseJson(bytes)
  if (!isObject(given)) return { refusal: whatElse(bytes, given) }
  if (given.version !== 3) return { refusal: `its version is ${describe(given.version)} instead of 3` }
  const wrong = findWrongMember(given)
  if (wrong !== undefined) return { refusal: wrong }
  return toSourceMap(given)
}

/** Reads the debug id that a map contains; older tools wrote `debug_id`. */
export function readDebugId(bytes: Uint8Array): string | undefined {
  const given = bytes.length > mapLimits.mapBytes ? undefined : parseJson(bytes)
  return isObject(given) ? (parseDebugId(given.debugId) ?? parseDebugId(given.debug_id)) : undefined
}

/** Servers put `)]}'` before JSON, so that no script can load it: https://tc39.es/ecma426/#sec-fetching */
const XSSI_PREFIX = /^\uFEFF?\)\]\}'[^\n]*\n/

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes).replace(XSSI_PREFIX, ''))
  } catch {
    return undefined
  }
}

/** Recognizes files that are often uploaded as maps by mistake. */
function whatElse(bytes: Uint8Array, given: unknown): string {
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart()
  if (start.startsWith('version https://git-lfs')) return 'it is a pointer of Git LFS instead of the file'
  const isCut = given === undefined && start.startsWith('{')
  return isCut ? 'its JSON ends early or is invalid' : 'it is not a JSON object'
}

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : 'missing'
}

function findWrongMember(map: Record<string, unknown>): string | undefined {
  if (map.sections !== undefined) return findWrongSection(map.sections)
  if (typeof map.mappings !== 'string') return 'it has no mappings'
  if (!MAPPINGS.test(map.mappings)) return 'its mappings contain other characters than those of Base64 VLQ'
  if (!Array.isArray(map.sources)) return 'it has no list of sources'
  if (map.sources.length > mapLimits.sources) return `it has more than ${mapLimits.sources} sources`
  if (map.names !== undefined && !isListOfTexts(map.names)) return 'its names are not a list of texts'
  return map.sourcesContent !== undefined && !Array.isArray(map.sourcesContent)
    ? 'its sourcesContent is not a list'
    : undefined
}

/** The library decodes any other character as 0. */
const MAPPINGS = /^[A-Za-z\d+/,;]*$/

/** Sections do not nest, and contain their maps: both as in ECMA-426. */
function findWrongSection(sections: unknown): string | undefined {
  if (!Array.isArray(sections)) return 'its sections are not a list'
  let sources = 0
  for (const section of sections) {
    if (!isObject(section) || !isObject(section.map)) return 'one of its sections has no map'
    if (section.map.sections !== undefined) return 'one of its sections has sections'
    if (!isOffset(section.offset)) return 'one of its sections has no offset'
    const wrong = findWrongMember(section.map)
    if (wrong !== undefined) return `in one of its sections, ${wrong}`
    sources += (section.map.sources as unknown[]).length // findWrongMember() found a list
  }
  return sources > mapLimits.sources ? `it has more than ${mapLimits.sources} sources` : undefined
}

function isOffset(offset: unknown): boolean {
  return isObject(offset) && Number.isSafeInteger(offset.line) && Number.isSafeInteger(offset.column)
}

function isListOfTexts(list: unknown): list is string[] {
  return Array.isArray(list) && list.every((text) => typeof text === 'string')
}

function toSourceMap(given: Record<string, unknown>): SourceMap | { refusal: string } {
  const read = decode(given)
  if (read === undefined) return { refusal: 'its mappings cannot be decoded' }
  const { map, lines } = read
  let segmentCount = 0
  for (const line of lines) segmentCount += line.length
  if (segmentCount > mapLimits.segments) return { refusal: `it has more than ${mapLimits.segments} mappings` }
  if (segmentCount === 0) return { refusal: WITHOUT_MAPPINGS }
  const texts = map.sourcesContent ?? []
  return {
    sources: map.resolvedSources.map((path, index) => ({
      path: path ?? '',
      text: typeof texts[index] === 'string' ? texts[index] : null,
    })),
    names: map.names,
    lines,
    segmentCount,
    functionMaps: listFunctionMaps(given),
  }
}

/** One for each source: the sources of sections are joined in their order. */
function listFunctionMaps({
  sections,
  sources,
  x_facebook_sources: given,
}: Record<string, unknown>): unknown[] {
  if (Array.isArray(sections)) return sections.flatMap(({ map }) => listFunctionMaps(map))
  const count = Array.isArray(sources) ? sources.length : 0
  return Array.from({ length: count }, (_, index): unknown =>
    Array.isArray(given) ? given[index] : undefined,
  )
}

function decode(given: Record<string, unknown>) {
  try {
    const map = new FlattenMap(given as never) // its members were looked at above
    return { map, lines: decodedMappings(map) as SourceMapSegment[][] } // the library's own array, only read-only
  } catch {
    return undefined
  }
}
