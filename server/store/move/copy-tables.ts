import { isSameSum, sumOf } from './row-sum.ts'
import type { Key, MovedTable, MoveSide, MoveTarget, Part } from './side.ts'
import { keyOf, type PartLimits, sumOfRange, takePart } from './take-part.ts'

interface Sides {
  source: MoveSide
  target: MoveTarget
  limits: PartLimits
}

/** Copies the rows after the last part of each table, and returns their number. The source's desk may be running. */
export async function copyTables(sides: Sides): Promise<number> {
  let copied = 0
  for (const table of sides.target.tables) {
    const parts = await sides.target.listParts(table)
    copied += await copyBehind(sides, table, parts.at(-1)?.to)
  }
  return copied
}

/**
 * Makes the rows of the target those of a source in which nobody writes any more: parts that differ from what was read of
 * them are copied again, and so is what came after the last one. Returns the number of copied rows.
 */
export async function catchUpTables(sides: Sides): Promise<number> {
  const { source, target } = sides
  let copied = 0
  for (const table of target.tables) {
    const parts = await target.listParts(table)
    for (const part of parts) {
      const { after, to } = part
      if (isSameSum(part, await sumOfRange(source, table, { after, to }))) continue
      copied += await copyAgain(sides, table, { after, to })
    }
    copied += await copyBehind(sides, table, parts.at(-1)?.to)
  }
  return copied
}

/** Stops at the end of the table, and does not look again: a busy desk would have stored more meanwhile. */
async function copyBehind(
  { source, target, limits }: Sides,
  table: MovedTable,
  last: Key | undefined,
): Promise<number> {
  let copied = 0
  let after = last
  for (;;) {
    const { rows, replaced, isWhole } = await takePart(source, table, { after, to: undefined }, limits)
    const end = rows.at(-1)
    if (end === undefined) return copied
    const to = keyOf(table, end)
    await target.replaceRange(table, { after, to }, rows, [{ after, to, replaced, ...sumOf(rows) }])
    copied += rows.length
    if (isWhole) return copied
    after = to
  }
}

/** A range may have more rows by now than a part may have. What is left of it is a part without rows until it is copied. */
async function copyAgain(
  { source, target, limits }: Sides,
  table: MovedTable,
  { after: start, to }: { after: Key | undefined; to: Key },
): Promise<number> {
  let copied = 0
  let after = start
  for (;;) {
    const { rows, replaced, isWhole } = await takePart(source, table, { after, to }, limits)
    const end = isWhole ? to : keyOf(table, rows.at(-1) ?? [])
    const isLast = JSON.stringify(end) === JSON.stringify(to)
    const parts: Part[] = [{ after, to: end, replaced, ...sumOf(rows) }]
    if (!isLast) parts.push({ after: end, to, replaced: 0, ...sumOf([]) })
    await target.replaceRange(table, { after, to }, rows, parts)
    copied += rows.length
    if (isLast) return copied
    after = end
  }
}
