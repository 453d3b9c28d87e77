import type { Processed } from '#server/processing/pipeline/processed.ts'
import { categoryOfKind } from '#server/processing/record.ts'
import { type Item, MalformedEnvelope, parseEnvelope } from '#server/protocol/envelope.ts'
import type { Submission } from '#server/protocol/formats.ts'
import { categoryOf } from '#server/protocol/outcome.ts'

type Counts = Record<string, number>

/** Of what came of a body, everything by its category: outcomes, and what the store will count. */
export function countsOf(processed: readonly Processed[]): Counts {
  const counts: Counts = {}
  const add = (category: string, quantity: number) => {
    counts[category] = (counts[category] ?? 0) + quantity
  }
  for (const { outcomes, spans, records } of processed) {
    for (const { category, outcome, quantity } of outcomes) {
      if (outcome !== 'client_discard') add(category, quantity)
    }
    if (spans.length > 0) add('span', spans.length)
    for (const { kind } of records) add(categoryOfKind(kind), 1)
  }
  return counts
}

/** By category what an envelope holds, told by its framing alone; `from` and `to` where its payload decides. */
export function expectedCounts({ body }: Submission): Record<string, { from: number; to: number }> {
  const expected: Record<string, { from: number; to: number }> = {}
  const add = (category: string, from: number, to = from) => {
    const sum = expected[category] ?? { from: 0, to: 0 }
    expected[category] = { from: sum.from + from, to: sum.to + to }
  }
  for (const item of itemsOf(body)) {
    const { type } = item.headers
    const members = membersOf(item)
    // A transaction counts beside its spans; when it can't be read nobody knows of any.
    if (type === 'transaction') add('span', 0, 100_000)
    if (type === 'span' || type === 'log' || type === 'trace_metric') add(categoryOf(type), 1, members)
    else add(categoryOf(type), 1, isContainerLike(item) ? members : 1)
  }
  return expected
}

function itemsOf(body: Uint8Array): Item[] {
  try {
    return parseEnvelope(body).items
  } catch (error) {
    if (!(error instanceof MalformedEnvelope)) throw error
    return [{ headers: { type: 'envelope' }, payload: new Uint8Array() }]
  }
}

function isContainerLike({ headers: { item_count } }: Item): boolean {
  return typeof item_count === 'number'
}

/** As many as its header or its payload says, whichever says more. */
function membersOf({ headers: { item_count }, payload }: Item): number {
  const told = typeof item_count === 'number' && Number.isSafeInteger(item_count) ? item_count : 1
  return Math.max(1, Math.min(told, 100_000), itemsIn(payload))
}

function itemsIn(payload: Uint8Array): number {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(payload))
    const items =
      typeof parsed === 'object' && parsed !== null && 'items' in parsed ? parsed.items : undefined
    return Array.isArray(items) ? items.length : 1
  } catch {
    return 1
  }
}
