import type { SourceMapSegment } from '@jridgewell/trace-mapping'
import { ByteReader, ByteWriter } from './bytes.ts'
import { mapLimits } from './map-limits.ts'
import type { SourceMap } from './read-map.ts'

/**
 * Some 2,000 mappings in a row, with the names that they use: all that a look-up reads, so that no map has to be in
 * memory. Lines and columns count from zero.
 */
export interface MapBlock {
  /** The generated position of its first mapping. */
  line: number
  column: number
  data: Uint8Array
}

/** Where a generated position came from. */
export interface OriginalPosition {
  sourceIndex: number
  line: number
  column: number
  /** The name that was there before minifying, if the map says one. */
  name: string | undefined
}

const SEGMENTS_PER_BLOCK = 2_048

/** Cuts a map's mappings into blocks, by generated position. */
export function encodeBlocks({ lines, names }: Pick<SourceMap, 'lines' | 'names'>): MapBlock[] {
  const blocks: MapBlock[] = []
  let encoder: BlockEncoder | undefined
  for (const [line, segments] of lines.entries()) {
    for (const segment of segments) {
      if (encoder && encoder.count >= SEGMENTS_PER_BLOCK && !encoder.isAt(line, segment[0])) {
        blocks.push(encoder.toBlock())
        encoder = undefined
      }
      encoder ??= new BlockEncoder(line, segment[0], names)
      encoder.add(line, segment)
    }
  }
  if (encoder) blocks.push(encoder.toBlock())
  return blocks
}

class BlockEncoder {
  count = 0
  readonly #first: { line: number; column: number }
  readonly #names: readonly string[]
  readonly #ownNames = new Map<string, number>()
  readonly #segments = new ByteWriter()
  #line: number
  #column = 0
  #source = 0
  #originalLine = 0
  #originalColumn = 0

  constructor(line: number, column: number, names: readonly string[]) {
    this.#first = { line, column }
    this.#line = line
    this.#names = names
  }

  isAt(line: number, column: number): boolean {
    return line === this.#line && column === this.#column
  }

  add(line: number, [column, source, originalLine, originalColumn, name]: SourceMapSegment): void {
    const out = this.#segments
    out.unsigned(line - this.#line)
    if (line !== this.#line) this.#column = 0
    out.signed(column - this.#column)
    this.#line = line
    this.#column = column
    this.count++
    const hasSource = source !== undefined && originalLine !== undefined && originalColumn !== undefined
    const ownName = hasSource && name !== undefined ? this.#nameIndex(name) : undefined
    out.unsigned(hasSource ? (ownName === undefined ? 1 : ownName + 2) : 0)
    if (!hasSource) return
    out.signed(source - this.#source)
    out.signed(originalLine - this.#originalLine)
    out.signed(originalColumn - this.#originalColumn)
    this.#source = source
    this.#originalLine = originalLine
    this.#originalColumn = originalColumn
  }

  #nameIndex(index: number): number | undefined {
    const name = this.#names[index]?.slice(0, mapLimits.nameChars)
    if (name === undefined) return undefined
    const known = this.#ownNames.get(name) ?? this.#ownNames.size
    this.#ownNames.set(name, known)
    return known
  }

  toBlock(): MapBlock {
    const out = new ByteWriter()
    out.unsigned(this.#ownNames.size)
    for (const name of this.#ownNames.keys()) out.text(name)
    out.unsigned(this.count)
    return { ...this.#first, data: Buffer.concat([out.toBytes(), this.#segments.toBytes()]) }
  }
}

/**
 * Finds the last mapping at or before the position on its line, in the block that starts last at or before it; undefined
 * if there is none, or if that code came from no source. Of several at the very position the first counts, and of several
 * before it the last, as in @jridgewell/trace-mapping.
 */
export function lookUp(
  { line: firstLine, data }: Pick<MapBlock, 'line' | 'data'>,
  line: number,
  column: number,
): OriginalPosition | undefined {
  const reader = new ByteReader(data)
  const names = Array.from({ length: reader.unsigned() }, () => reader.text())
  const count = reader.unsigned()
  let found: OriginalPosition | undefined
  let foundColumn = -1
  const at = { line: firstLine, column: 0, source: 0, originalLine: 0, originalColumn: 0 }
  for (let index = 0; index < count; index++) {
    const lineStep = reader.unsigned()
    at.line += lineStep
    at.column = (lineStep === 0 ? at.column : 0) + reader.signed()
    if (at.line > line || (at.line === line && at.column > column)) break
    const kind = reader.unsigned()
    if (kind > 0) {
      at.source += reader.signed()
      at.originalLine += reader.signed()
      at.originalColumn += reader.signed()
    }
    if (at.line !== line || (at.column === column && foundColumn === column)) continue
    foundColumn = at.column
    found =
      kind === 0
        ? undefined
        : {
            sourceIndex: at.source,
            line: at.originalLine,
            column: at.originalColumn,
            name: kind === 1 ? undefined : names[kind - 2],
          }
  }
  return found
}
