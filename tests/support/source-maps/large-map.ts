const SOURCES = 1_000
const LINES = 250
/** Of one line of a source, in a script of one line: its length. */
const COLUMNS = 20

/** A source map of some 13 MB with 500,000 mappings and its script, as a bundler writes them for 1,000 sources. */
export function largeMap(): { map: object; script: string } {
  const sources = Array.from({ length: SOURCES }, (_, index) => `src/module-${index}/component.ts`)
  const line = (index: number) => `  const total${index} = priceOf(cart.lines[${index}])`
  const text = Array.from({ length: LINES }, (_, index) => line(index)).join('\n')
  return {
    map: {
      version: 3,
      sources,
      sourcesContent: sources.map((path) => `// ${path}\n${text}`),
      names: [],
      mappings: mappings(),
    },
    script: Array.from({ length: SOURCES * LINES }, (_, index) =>
      index % 10 === 0 ? 'function a0(){b();};' : 'b();b();b();b();b();',
    ).join(''),
  }
}

/** Where a frame of the script is: column counts from one. */
export function largeMapColumn(sourceIndex: number, line: number): number {
  return (sourceIndex * LINES + line) * COLUMNS + 3
}

/** Two mappings for each line of each source. */
function mappings(): string {
  const segments: string[] = []
  for (let source = 0; source < SOURCES; source++) {
    for (let line = 0; line < LINES; line++) {
      const isFirst = source === 0 && line === 0
      const nextSource = line === 0 && !isFirst
      const lineStep = isFirst ? 0 : nextSource ? 1 - LINES : 1
      const back = isFirst ? 0 : -6
      segments.push(vlq(isFirst ? 0 : COLUMNS / 2) + vlq(nextSource ? 1 : 0) + vlq(lineStep) + vlq(back))
      segments.push(vlq(COLUMNS / 2) + vlq(0) + vlq(0) + vlq(6))
    }
  }
  return segments.join(',')
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** https://tc39.es/ecma426/#sec-mappings-grammar */
function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1
  let text = ''
  do {
    const digit = rest & 31
    rest >>>= 5
    text += DIGITS[rest > 0 ? digit | 32 : digit]
  } while (rest > 0)
  return text
}
