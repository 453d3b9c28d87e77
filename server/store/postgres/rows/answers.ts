import { nameStatement } from '#server/store/postgres/statement-names.ts'
import { toParameter } from '#server/store/postgres/values.ts'
import type { Query } from '#server/store/rows/query.ts'
import type { Step } from '#server/store/rows/steps.ts'
import type { Appended, Table } from '#server/store/rows/table.ts'
import { deriveColumns } from './derived-columns.ts'
import { encodeArray } from './encode-array.ts'
import { joinRows, type Row } from './join-rows.ts'
import { groupRows, listRows, placeRows } from './place-rows.ts'
import type { RowFacts } from './row-facts.ts'
import type { Answer, Sending } from './sending.ts'

/** The names are locked in one order, so that no two transactions wait for each other. */
const LOCK_TEXT = `
  select pg_advisory_xact_lock(number) from (
    select distinct hashtextextended(name, 0) as number from unnest($1::text[]) as name order by number
  ) as numbers`
const LOCK = { name: nameStatement(LOCK_TEXT), text: LOCK_TEXT }

/** Answers each kind of step, without waiting for the server where its answer is not needed. */
export function createAnswers({ send, sendRows }: Sending, { statements, ids }: RowFacts) {
  async function read(table: Table, keys: readonly Row[]): Promise<(Row | undefined)[]> {
    return placeRows(await sendRows(statements.read(table), keys), keys.length)
  }

  async function count(table: Table, columns: readonly string[], keys: readonly Row[]): Promise<number[]> {
    const rows = placeRows(await sendRows(statements.count(table, columns), keys), keys.length)
    return rows.map((row) => Number(row?.quantity))
  }

  function put(table: Table, rows: readonly Row[]): void {
    for (const round of joinRows(table, rows).rounds) {
      sendRows(statements.put(table), deriveColumns(table, round))
    }
  }

  async function change(table: Table, rows: readonly Row[]): Promise<boolean[]> {
    const { rounds, places } = joinRows(table, rows)
    const [first] = rounds.map((round) => sendRows(statements.change(table), deriveColumns(table, round)))
    const known = new Set((await first)?.rows.map(([place]) => Number(place) - 1))
    return places.map((place) => known.has(place))
  }

  async function insert(table: Appended, rows: readonly Row[]): Promise<number[]> {
    const taken = await ids.take(send, table.name, rows.length)
    sendRows(statements.insert(table), rows, encodeArray('bigint', taken))
    return taken
  }

  /** A single set of values needs no place, and the server plans with these values. */
  async function ask(query: Query, values: readonly Row[]): Promise<Row[][]> {
    const [first] = values
    if (first === undefined || values.length > 1) {
      return groupRows(await sendRows(statements.ask(query), values), values.length)
    }
    return [listRows(await sendValues(query, first))]
  }

  async function run(statement: Query, values: readonly Row[]): Promise<number[]> {
    const answers = await Promise.all(values.map((row) => sendValues(statement, row)))
    return answers.map(({ rowCount }) => rowCount ?? 0)
  }

  function sendValues(query: Query, row: Row): Promise<Answer> {
    const statement = statements.one(query)
    return send(
      statement,
      statement.columns.map(({ name }) => toParameter(row[name])),
    )
  }

  return (step: Step): unknown => {
    switch (step.kind) {
      case 'read':
        return read(step.table, step.keys as Row[]) // what its values are is the table's or the query's to say
      case 'count':
        return count(step.table, step.columns, step.keys as Row[])
      case 'put':
        return put(step.table, step.rows as Row[])
      case 'change':
        return change(step.table, step.rows as Row[])
      case 'insert':
        return insert(step.table, step.rows as Row[])
      case 'ask':
        return ask(step.query, step.values as Row[])
      case 'run':
        return run(step.statement, step.values as Row[])
      case 'lock':
        return void send(LOCK, [step.names])
    }
  }
}
