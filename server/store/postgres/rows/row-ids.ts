import { nameStatement } from '#server/store/postgres/statement-names.ts'
import type { Sending } from './sending.ts'

/** The number of ids that are taken at once. Those left when a process ends are never used. */
const TAKEN_AT_ONCE = 1_000
/** With fewer ids at hand, more are requested before a step has to wait for them. */
const FEW = 500
/**
 * Tables whose ids tell what was stored first: lines are listed by id, and an undone merge counts events that came since.
 * Their ids are taken when they are used, never in advance.
 */
const IN_ORDER: ReadonlySet<string> = new Set(['issue_activity', 'event'])

/** Holds ids that a process took from the sequences of tables and has not used yet. */
export function createRowIds() {
  const atHand = new Map<string, number[]>()
  const filling = new Set<string>()

  function idsOf(table: string): number[] {
    const ids = atHand.get(table) ?? []
    atHand.set(table, ids)
    return ids
  }

  async function request(send: Sending['send'], table: string, quantity: number): Promise<number[]> {
    // As a subquery the sequence is looked up once: for each id that takes longer than storing its row.
    const sequence = `(select pg_get_serial_sequence('${table}', 'id')::regclass)`
    const text = `select string_agg(nextval(${sequence})::text, ',') from generate_series(1, $1::bigint)`
    const { rows } = await send({ name: nameStatement(text), text }, [quantity])
    return String(rows[0]?.[0]).split(',').map(Number)
  }

  async function fill(send: Sending['send'], table: string, quantity: number): Promise<void> {
    const ids = idsOf(table)
    for (const id of await request(send, table, quantity)) ids.push(id)
  }

  /** Does not report an error: the run whose connection it used does. */
  function fillLater(send: Sending['send'], table: string): void {
    if (filling.has(table)) return
    filling.add(table)
    const done = () => filling.delete(table)
    fill(send, table, TAKEN_AT_ONCE).then(done, done)
  }

  return {
    /** Takes ids in ascending order: at once where there are enough. */
    async take(send: Sending['send'], table: string, quantity: number): Promise<number[]> {
      if (IN_ORDER.has(table)) return request(send, table, quantity)
      const ids = idsOf(table)
      while (ids.length < quantity) await fill(send, table, quantity + TAKEN_AT_ONCE)
      const taken = ids.splice(0, quantity)
      if (ids.length < FEW) fillLater(send, table)
      return taken.sort((a, b) => a - b)
    },
  }
}

export type RowIds = ReturnType<typeof createRowIds>
