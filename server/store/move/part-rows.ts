import type { Key, Part } from './side.ts'

/** A part as the values of a row of `move_part`, after the name of its table. */
export function formatPart({
  after,
  to,
  rows,
  hash,
  replaced,
}: Part): [string | null, string, number, string, number] {
  const hex = hash.toString(16).padStart(16, '0')
  return [after === undefined ? null : JSON.stringify(after), JSON.stringify(to), rows, hex, replaced]
}

export function parsePart(row: Record<string, unknown>): Part {
  const { after_key: after, to_key: to } = row
  return {
    after: after === null ? undefined : parseKey(after),
    to: parseKey(to),
    rows: Number(row.row_count),
    hash: BigInt(`0x${row.hash}`),
    replaced: Number(row.replaced),
  }
}

function parseKey(text: unknown): Key {
  return JSON.parse(String(text)) as Key // as `formatPart()` wrote it
}

/** Each part begins where another one ends. */
export function inSequence(parts: readonly Part[]): Part[] {
  const byStart = new Map(parts.map((part) => [JSON.stringify(part.after), part]))
  const sorted: Part[] = []
  for (let part = byStart.get(JSON.stringify(undefined)); part; part = byStart.get(JSON.stringify(part.to))) {
    sorted.push(part)
  }
  if (sorted.length === parts.length) return sorted
  throw new Error('Cannot continue the move: its list of parts is damaged; begin anew with an empty target')
}
