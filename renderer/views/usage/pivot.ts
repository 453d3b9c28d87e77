import type { Usage } from '#server/desk/projects/outcomes.ts'
import type { Category, Outcome } from '#server/protocol/outcome.ts'

export const OUTCOME_ORDER: readonly Outcome[] = [
  'accepted',
  'filtered',
  'rate_limited',
  'invalid',
  'client_discard',
]

export interface OutcomeRow {
  name: string
  quantities: number[]
}

/** Groups by `nameOf`, the largest group first, with quantities in the order of the outcomes. */
export function pivot(sums: Usage['sums'], nameOf: (sum: Usage['sums'][number]) => string): OutcomeRow[] {
  const rows = new Map<string, OutcomeRow>()
  for (const sum of sums) {
    const name = nameOf(sum)
    const row = rows.get(name) ?? { name, quantities: OUTCOME_ORDER.map(() => 0) }
    const place = OUTCOME_ORDER.indexOf(sum.outcome)
    row.quantities[place] = (row.quantities[place] ?? 0) + sum.quantity
    rows.set(name, row)
  }
  return [...rows.values()].toSorted((a, b) => totalOf(b) - totalOf(a))
}

export interface ReasonRow {
  key: string
  outcome: Outcome
  category: Category
  reason: string
  quantity: number
}

/** The reasons why items were dropped, the most common one first. */
export function reasonsOf(sums: Usage['sums']): ReasonRow[] {
  const rows = new Map<string, ReasonRow>()
  for (const { outcome, category, reason, quantity } of sums) {
    if (outcome === 'accepted') continue
    const key = `${outcome} ${category} ${reason}`
    const row = rows.get(key) ?? { key, outcome, category, reason, quantity: 0 }
    row.quantity += quantity
    rows.set(key, row)
  }
  return [...rows.values()].toSorted((a, b) => b.quantity - a.quantity)
}

function totalOf({ quantities }: OutcomeRow): number {
  return quantities.reduce((sum, quantity) => sum + quantity, 0)
}
