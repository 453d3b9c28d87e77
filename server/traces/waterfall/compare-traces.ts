import type { TraceSpan } from '#server/models/traces/traces.ts'

/** The same piece of work in two traces: spans with the same operation and name below the same parents. */
export interface ComparedPath {
  op: string
  name: string
  /** The innermost few of the spans above it, outermost first. */
  under: string[]
  /** Undefined when one of the two traces has no such span. */
  first?: PathTotal
  second?: PathTotal
  /** How much longer it took in the second trace; negative when it took less time. */
  differenceUs: number
}

export interface PathTotal {
  count: number
  durationUs: number
}

const SHOWN_ABOVE = 3
const TEXT_CHARS = 160

type Path = Pick<ComparedPath, 'op' | 'name' | 'under' | 'first' | 'second'>

/** Lists the largest differences first. The spans of each trace must stand after those above them. */
export function compareSpans(first: readonly TraceSpan[], second: readonly TraceSpan[]): ComparedPath[] {
  const paths = new Map<string, Path>()
  addPaths(paths, first, 'first')
  addPaths(paths, second, 'second')
  return [...paths.values()]
    .map((path) => ({
      ...path,
      differenceUs: (path.second?.durationUs ?? 0) - (path.first?.durationUs ?? 0),
    }))
    .sort((a, b) => Math.abs(b.differenceUs) - Math.abs(a.differenceUs))
}

function addPaths(paths: Map<string, Path>, spans: readonly TraceSpan[], side: 'first' | 'second'): void {
  // a path is known by its parent's number and its own words: whole paths of deep traces would be too long as keys
  const numbers = new Map<string, number>([...paths.keys()].map((key, index) => [key, index]))
  const above: { number: number; label: string }[] = []
  for (const { depth, op, name, durationUs } of spans) {
    above.length = depth
    const key = `${above.at(-1)?.number ?? -1} ${JSON.stringify([op, name])}`
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    const path = paths.get(key) ?? {
      op: clip(op),
      name: clip(name),
      under: above.slice(-SHOWN_ABOVE).map(({ label }) => label),
    }
    const { count, durationUs: known } = path[side] ?? { count: 0, durationUs: 0 }
    paths.set(key, { ...path, [side]: { count: count + 1, durationUs: known + durationUs } })
    above.push({ number, label: clip(name === '' ? op : name) })
  }
}

function clip(text: string): string {
  return text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS - 1).toWellFormed()}…` : text
}
