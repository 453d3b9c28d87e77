import type { SourceMapSegment } from '@jridgewell/trace-mapping'
import { isObject } from '#server/processing/normalize/untrusted.ts'
import { mapLimits } from './map-limits.ts'
import type { SourceMap } from './read-map.ts'

/** The place in a source where the code of a function begins. */
interface FunctionStart {
  line: number
  column: number
  name: string
}

/**
 * The name of the function that runs at each position of a script, as Metro writes it for each source: `x_facebook_sources`,
 * the only names where Hermes made the script. Undefined if the map has none.
 */
export function nameBySources({
  lines,
  functionMaps,
}: Pick<SourceMap, 'lines' | 'functionMaps'>): Pick<SourceMap, 'lines' | 'names'> | undefined {
  const bySource = functionMaps.map(readFunctions)
  if (bySource.every((starts) => starts.length === 0)) return undefined
  const names = new Map<string, number>()
  const toSegment = (segment: SourceMapSegment): SourceMapSegment => {
    const [column, source, line, originalColumn] = segment
    const starts = source === undefined ? undefined : bySource[source]
    const running = starts && findRunning(starts, line ?? 0, originalColumn ?? 0)
    if (running === undefined) return [column]
    const name = running.name === ANONYMOUS ? '' : running.name
    const index = names.get(name) ?? names.size
    names.set(name, index)
    return [column, 0, 0, 0, index]
  }
  return {
    lines: lines.map((segments) => segments.map(toSegment).filter(isChange)),
    names: [...names.keys()],
  }
}

const ANONYMOUS = '<anonymous>'

function isChange(segment: SourceMapSegment, index: number, segments: readonly SourceMapSegment[]): boolean {
  const before = segments[index - 1]
  return before === undefined || before.length !== segment.length || before[4] !== segment[4]
}

/** https://github.com/facebook/metro/blob/main/packages/metro-source-map/src/generateFunctionMap.js */
function readFunctions(metadata: unknown): FunctionStart[] {
  const [given] = Array.isArray(metadata) ? metadata : []
  if (!isObject(given) || typeof given.mappings !== 'string' || !Array.isArray(given.names)) return []
  const starts: FunctionStart[] = []
  const at = { line: 0, column: 0, name: 0 }
  for (const fields of readFields(given.mappings)) {
    if (fields === 'line') {
      at.column = 0
      continue
    }
    const [columnStep = 0, nameStep = 0, lineStep = 0] = fields
    at.column += columnStep
    at.name += nameStep
    at.line += lineStep
    const name: unknown = given.names[at.name]
    // A map whose places go back, or whose names are missing, was not written by Metro.
    if (typeof name !== 'string' || starts.length >= mapLimits.functions || isBefore(at, starts.at(-1)))
      return []
    starts.push({ line: at.line, column: at.column, name })
  }
  return starts
}

function isBefore(at: { line: number; column: number }, last: FunctionStart | undefined): boolean {
  return last !== undefined && (at.line < last.line || (at.line === last.line && at.column < last.column))
}

const DIGITS = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((char, value) => [char, value]),
)

/** The numbers of each mapping, in Base64 VLQ, and where a line ends; it stops at any other character. */
function* readFields(mappings: string): Generator<number[] | 'line'> {
  let fields: number[] = []
  let value = 0
  let shift = 0
  for (const char of mappings) {
    const digit = DIGITS.get(char)
    if (digit === undefined && char !== ',' && char !== ';') return
    if (digit !== undefined) {
      value |= (digit & 31) << shift
      shift = digit & 32 ? shift + 5 : 0
      if (shift > 0) continue
      fields.push(value & 1 ? -(value >>> 1) : value >>> 1)
      value = 0
      continue
    }
    if (fields.length > 0) yield fields
    fields = []
    if (char === ';') yield 'line'
  }
  if (fields.length > 0) yield fields
}

/** The last function that begins at or before a place. */
function findRunning(
  starts: readonly FunctionStart[],
  line: number,
  column: number,
): FunctionStart | undefined {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = starts[middle]
    if (start && (start.line < line || (start.line === line && start.column <= column))) low = middle + 1
    else high = middle
  }
  return starts[low - 1]
}
