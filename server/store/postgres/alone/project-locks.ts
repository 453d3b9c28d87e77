import { sql, type Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import type { Turn } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'

/**
 * Each project has two locks. Whoever stores something of it shares both until the commit; whoever changes its issues has
 * both alone. It takes two connections to have them: a serializable transaction sees what was committed before its first
 * statement, and if that statement waited for those who store, it would not see what they stored. So one connection waits
 * at the entry (`write-alone.ts`), and the transaction begins when nobody is inside.
 *
 * They are locked in one order, entries first, so that no two transactions wait for each other.
 */
const ENTRY = 1
const INSIDE = 2
/** Comes before both. Whoever has it reads and changes what is noted of issues in motion, and would undo others who do. */
const TURN = 3
const TURNS: Record<Turn, number> = { issues: 0, maps: 1, alerts: 2 }

const lockTurnOf = (turn: Turn) => `select pg_advisory_xact_lock(${TURN}, ${TURNS[turn]})`

const share = (locks: string) => textOf('pg_advisory_xact_lock_shared', locks)
const lockAlone = (locks: string) => textOf('pg_advisory_xact_lock', locks)

function textOf(take: string, locks: string): string {
  return `
    select ${take}(lock, project) from (
      select lock, project from unnest($1::integer[]) as project cross join (values ${locks}) as locks (lock)
      order by lock, project
    ) as in_order`
}

const SHARE = { name: 'share_projects', text: share(`(${ENTRY}), (${INSIDE})`) }
const LOCK_ENTRY = lockAlone(`(${ENTRY})`)
const LOCK_INSIDE = lockAlone(`(${INSIDE})`)

/**
 * Shares the locks of projects in the open transaction, before it looks for their issues. It need not be awaited while all is
 * well: if it fails, whatever comes after it in the transaction fails as well, and only this says why.
 */
export async function shareProjects(client: ClientBase, projectIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(projectIds)]
  if (ids.length > 0) await client.query({ ...SHARE, values: [ids] })
}

/** Waits until nobody stores anything of these projects, and keeps everybody out. */
export async function lockEntries(client: ClientBase, projectIds: readonly number[]): Promise<void> {
  await client.query(LOCK_ENTRY, [projectIds])
}

/** Keeps everybody out also if the connection that waited at the entry breaks. */
export async function lockInside(client: ClientBase, projectIds: readonly number[]): Promise<void> {
  await client.query(LOCK_INSIDE, [projectIds])
}

/** Waits until no other change is alone, and no slice of the upkeep runs. */
export async function lockTurn(client: ClientBase): Promise<void> {
  await client.query(lockTurnOf('issues'))
}

/** Waits for a turn, by a transaction of Kysely. */
export async function takeTurn(trx: Transaction<Database>, turn: Turn): Promise<void> {
  await sql.raw(lockTurnOf(turn)).execute(trx)
}
