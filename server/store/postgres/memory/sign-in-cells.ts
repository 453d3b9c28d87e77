import { type Kysely, sql, type Transaction } from 'kysely'
import type { CellMs, SignInCells } from '#server/store/memory/sign-in-cells.ts'
import { readServerTime, type TimeInSql } from '#server/store/postgres/server-time.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { MemoryTables } from './memory-tables.ts'

/** Cells as rows. A row has the time at which its cell will be dry; then it may be deleted. */
export function createSignInCells(
  plain: Kysely<Database>,
  readTime: TimeInSql = readServerTime,
): SignInCells {
  const db = plain.withTables<MemoryTables>()
  return {
    async read(cells) {
      const now = readTime()
      const rows = await db
        .selectFrom('sign_in_cell')
        .select(['cell', sql<number>`dry_at - ${now}`.as('ms')])
        .where('cell', 'in', cells)
        .where('dry_at', '>', now)
        .execute()
      return new Map(rows.map(({ cell, ms }) => [cell, ms]))
    },
    async take(adds, isAllowed) {
      const refusal = new Error('Cannot take: the cells are too full')
      let before: CellMs = new Map()
      try {
        await db.transaction().execute(async (trx) => {
          before = await addTo(trx, adds, readTime)
          if (!isAllowed(before)) throw refusal // the transaction is undone
        })
      } catch (error) {
        if (error !== refusal) throw error
      }
      return before
    },
    async giveBack(taken) {
      const now = readTime()
      await db.transaction().execute((trx) =>
        trx
          .insertInto('sign_in_cell')
          .values(inOrder(taken).map(([cell, ms]) => ({ cell, dry_at: sql`${now} - ${ms}` })))
          .onConflict((conflict) =>
            conflict.column('cell').doUpdateSet({
              // what has leaked since then need not be given back
              dry_at: sql`greatest(least(sign_in_cell.dry_at, ${now}), sign_in_cell.dry_at - (${now} - excluded.dry_at))`,
            }),
          )
          .execute(),
      )
    },
  }
}

/** The rows are locked until the transaction ends, in one order, so that no two wait for each other. */
async function addTo(trx: Transaction<MemoryTables>, adds: CellMs, readTime: TimeInSql): Promise<CellMs> {
  const now = readTime()
  const rows = await trx
    .insertInto('sign_in_cell')
    .values(inOrder(adds).map(([cell, ms]) => ({ cell, dry_at: sql`${now} + ${ms}` })))
    .onConflict((conflict) =>
      conflict.column('cell').doUpdateSet({
        dry_at: sql`greatest(sign_in_cell.dry_at, ${now}) + (excluded.dry_at - ${now})`,
      }),
    )
    .returning(['cell', sql<number>`dry_at - ${now}`.as('ms')])
    .execute()
  return new Map(rows.map(({ cell, ms }) => [cell, ms - (adds.get(cell) ?? 0)]))
}

function inOrder(cells: CellMs): [cell: number, ms: number][] {
  return [...cells].sort(([a], [b]) => a - b)
}
