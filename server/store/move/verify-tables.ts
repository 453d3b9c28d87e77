import { COUNTED } from '#server/store/schema/counted-tables.ts'
import { isSameSum } from './row-sum.ts'
import type { Key, MovedTable, MoveSide, MoveTarget, Part } from './side.ts'
import { sumOfRange } from './take-part.ts'

/** The differences between both databases. */
export interface Difference {
  table: string
  message: string
}

/** Reads every row of the target back. Says which parts of a table are not what was read from the source. */
export async function verifyTable(target: MoveTarget, table: MovedTable): Promise<Difference[]> {
  const differences: Difference[] = []
  let last: Key | undefined
  for (const part of await target.listParts(table)) {
    const { after, to } = part
    const sum = await sumOfRange(target, table, { after, to })
    if (!isSameSum(part, sum)) {
      const message =
        sum.rows === part.rows ? 'differ from what was copied' : `are ${sum.rows} instead of ${part.rows}`
      differences.push({ table: table.name, message: `the rows ${inWords(part)} ${message}` })
      await forget(target, table, part)
    }
    last = to
  }
  const rest = { after: last, to: undefined }
  const { rows } = await sumOfRange(target, table, rest)
  if (rows > 0) {
    await target.replaceRange(table, rest, [], [])
    const key = last === undefined ? 'without any part' : `after ${JSON.stringify(last)}`
    differences.push({ table: table.name, message: `there are ${rows} rows ${key} that were not copied` })
  }
  return differences
}

/** Empties a part, so that the next run copies it again. */
async function forget(target: MoveTarget, table: MovedTable, part: Part): Promise<void> {
  const { after, to } = part
  await target.replaceRange(table, { after, to }, [], [{ after, to, rows: 0, hash: 0n, replaced: 0 }])
}

function inWords({ after, to }: Part): string {
  const start = after === undefined ? 'from the first' : `after ${JSON.stringify(after)}`
  return `${start} to ${JSON.stringify(to)}`
}

/** Compares the number of rows and the sums of counters, as each engine adds them up by itself. */
export async function compareTotals(
  source: MoveSide,
  target: MoveSide,
  table: MovedTable,
): Promise<Difference[]> {
  const counters = countersOf(table.name)
  const [given, found] = [await source.addUp(table, counters), await target.addUp(table, counters)]
  return ['rows', ...counters].flatMap((name, place) =>
    given[place] === found[place]
      ? []
      : [{ table: table.name, message: `${name} add up to ${found[place]} instead of ${given[place]}` }],
  )
}

function countersOf(name: string): readonly string[] {
  return Object.values(COUNTED).find((table) => table.name === name)?.add ?? []
}
