import type { SourceMapSegment } from '@jridgewell/trace-mapping'
import type { SourceMap } from './read-map.ts'
import { listFunctions, type ScriptFunction } from './script-functions.ts'

/**
 * The name of the function that runs at each position of a script, in the form of mappings: from each position on, the
 * function that `names` has at the segment's last member, or none. Undefined if the script cannot be parsed.
 */
export function nameFunctions(
  script: string,
  map: Pick<SourceMap, 'lines' | 'names' | 'sources'>,
): Pick<SourceMap, 'lines' | 'names'> | undefined {
  const functions = listFunctions(script)
  if (functions === undefined) return undefined
  const starts = lineStarts(script)
  const readSource = createSourceReader(map.sources)
  const nameAt = (offset: number) =>
    originalName(identifierAt(script, offset), positionOf(starts, offset), map, readSource)
  const names = new Map<string, number>([['', 0]])
  const indexOf = (one: ScriptFunction) => {
    const own = one.name.map((part) => (typeof part === 'number' ? nameAt(part) : part)).join('')
    const declared =
      own !== '' || one.isClass ? own : declaredName(positionOf(starts, one.start), map, readSource)
    const name = one.isClass && own !== '' ? `new ${own}` : declared
    const index = names.get(name) ?? names.size
    names.set(name, index)
    return index
  }
  const lines: SourceMapSegment[][] = []
  for (const { offset, running } of changes(functions)) {
    const { line, column } = positionOf(starts, offset)
    while (lines.length <= line) lines.push([])
    lines[line]?.push(running === undefined ? [column] : [column, 0, 0, 0, indexOf(running)])
  }
  return { lines: carriedOver(lines), names: [...names.keys()] }
}

/** Where another function begins to be the innermost, in the order of the text; undefined outside of all. */
function* changes(
  functions: ScriptFunction[],
): Generator<{ offset: number; running: ScriptFunction | undefined }> {
  const sorted = functions.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const open: ScriptFunction[] = []
  function* closeUntil(offset: number) {
    for (let last = open.at(-1); last && last.end <= offset; last = open.at(-1)) {
      open.pop()
      const { end } = last
      // Of functions that end together, the outermost decides.
      if (open.at(-1)?.end !== end) yield { offset: end, running: open.at(-1) }
    }
  }
  for (const next of sorted) {
    yield* closeUntil(next.start)
    open.push(next)
    yield { offset: next.start, running: next }
  }
  yield* closeUntil(Number.POSITIVE_INFINITY)
}

/** A look-up reads one line, so each line begins with what the line before it ended with. */
function carriedOver(lines: SourceMapSegment[][]): SourceMapSegment[][] {
  let last: SourceMapSegment | undefined
  return lines.map((segments) => {
    const carried = last
    last = segments.at(-1) ?? last
    if (carried === undefined || segments[0]?.[0] === 0) return segments
    return [carried.length === 1 ? [0] : [0, 0, 0, 0, carried[4] ?? 0], ...segments]
  })
}

/** Reads the name that a pattern finds at a place of a source; empty if there is none. */
type ReadSource = (pattern: RegExp, sourceIndex: number, line: number, column: number) => string

/** Reads names from the sources' texts; a source is searched for lines only once. */
function createSourceReader(sources: SourceMap['sources']): ReadSource {
  const startsBySource = new Map<number, number[]>()
  return (pattern, sourceIndex, line, column) => {
    const text = sources[sourceIndex]?.text
    if (text === null || text === undefined) return ''
    const starts = startsBySource.get(sourceIndex) ?? lineStarts(text)
    startsBySource.set(sourceIndex, starts)
    const start = starts[line]
    return start === undefined ? '' : nameIn(pattern, text, start + column)
  }
}

/** The name as the map says it, else as the source has it, else as it is written in the script. */
function originalName(
  written: string,
  { line, column }: { line: number; column: number },
  { lines, names }: Pick<SourceMap, 'lines' | 'names'>,
  readSource: ReadSource,
): string {
  const segments = lines[line] ?? []
  const named = nameAt(segments, column, names) ?? nameOfSource(segmentAt(segments, column), readSource)
  const found =
    named ?? nameAt(segments, column - 1, names) ?? nameAt(segments, column + written.length, names)
  if (found === undefined || found === '') return written
  return written.startsWith('#') && !found.startsWith('#') ? `#${found}` : found
}

/**
 * The name that a map has for a column. TypeScript puts the name of a function at its keyword, and nothing at the same
 * place one column later.
 */
function nameAt(
  segments: readonly SourceMapSegment[],
  column: number,
  names: readonly string[],
): string | undefined {
  const index = indexAt(segments, column)
  const segment = segments[index]
  if (segment === undefined || segment.length === 1 || segment[0] !== column) return undefined
  const before = segments[index - 1]
  const isSame = before?.length === 5 && [1, 2, 3].every((part) => before[part] === segment[part])
  const name = segment[4] ?? (isSame ? before[4] : undefined)
  return name === undefined ? undefined : names[name]
}

function nameOfSource(segment: SourceMapSegment | undefined, readSource: ReadSource): string | undefined {
  if (segment === undefined || segment.length === 1) return undefined
  const [, source, line, column] = segment
  return readSource(IDENTIFIER, source, line, column) || undefined
}

/** `export default function Page()` is a function without a name in some scripts, and has one where the source declares it. */
function declaredName(
  { line, column }: { line: number; column: number },
  { lines }: Pick<SourceMap, 'lines'>,
  readSource: ReadSource,
): string {
  const segment = segmentAt(lines[line] ?? [], column)
  if (segment === undefined || segment.length === 1) return ''
  const [, source, originalLine, originalColumn] = segment
  return readSource(DECLARATION, source, originalLine, originalColumn)
}

const IDENTIFIER = /#?[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]{0,255}/uy

const DECLARATION =
  /(?:export default )?(?:async )?function(?: ?\* ?| )([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]{0,255})/uy

function identifierAt(text: string, offset: number): string {
  return nameIn(IDENTIFIER, text, offset)
}

/** The group of a sticky pattern that matches at an offset, or all of the match. */
function nameIn(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset
  const match = pattern.exec(text)
  return match?.[1] ?? match?.[0] ?? ''
}

/** The segment at just this column: names are only true at the place where they are written. */
function segmentAt(segments: readonly SourceMapSegment[], column: number): SourceMapSegment | undefined {
  const segment = segments[indexAt(segments, column)]
  return segment?.[0] === column ? segment : undefined
}

/** The index of the first segment at or after a column. */
function indexAt(segments: readonly SourceMapSegment[], column: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((segments[middle]?.[0] ?? 0) < column) low = middle + 1
    else high = middle
  }
  return low
}

/** The offsets at which the lines of a script begin: https://tc39.es/ecma262/#sec-line-terminators */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length)
  return starts
}

function positionOf(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0
  let high = starts.length
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return { line: low, column: offset - (starts[low] ?? 0) }
}
