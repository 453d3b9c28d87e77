import { sql, type Transaction } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { Database } from '#server/store/schema/schema.ts'
import type { Place } from './place.ts'

/** With more rows than this, a process assumes that anything may have changed. */
const MOST_ROWS = 500
/** The number of rows that one statement deletes. */
const ROWS_PER_SLICE = 500
/** How long rows are kept. */
export const KEPT_MS = 10 * 60_000

const PLACE = `
  select (extract(epoch from pg_postmaster_start_time()) * 1000)::bigint as server,
    (extract(epoch from statement_timestamp()) * 1000)::bigint as at, pg_current_snapshot()::text as snapshot`

/** Only index entries from the oldest transaction on are looked at that was running then. */
const ASK = `
  select place.*, news.xid::text as xid, news.data from (${PLACE}) as place
  left join (
    select id, xid, data from news
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
    order by xid, id limit ${MOST_ROWS + 1}
  ) as news on true
  order by news.id`

const BEGIN = `
  select place.*, (
    select string_agg(xid::text, ',') from (
      select xid from news where data is not null order by xid desc limit ${MOST_ROWS + 1}
    ) as told
  ) as xids
  from (${PLACE}) as place`

const DELETE = `
  delete from news where id in (
    select id from news where at < (extract(epoch from clock_timestamp()) * 1000)::bigint - ${KEPT_MS}
    order by xid, id limit ${ROWS_PER_SLICE} for update skip locked
  )`

export interface HeardRow {
  xid: string
  /** Null if something was written, and nobody is told what. */
  data: string | null
}

export interface Answer {
  place: Place
  /** In the order in which they were written; undefined if there are too many. */
  rows: HeardRow[] | undefined
}

/** Reads the current place, and the transactions of the items that are kept; undefined if there are too many. */
export async function readStart(pool: Pool): Promise<{ place: Place; told: string[] | undefined }> {
  const { rows } = await pool.query<Place & { xids: string | null }>({ name: 'begin_news', text: BEGIN })
  const [{ xids, ...place }] = atLeastOne(rows)
  const told = xids === null ? [] : xids.split(',')
  return { place, told: told.length > MOST_ROWS ? undefined : told }
}

/** Reads what a query that saw this could not see. */
export async function readNews(pool: Pool, snapshot: string): Promise<Answer> {
  const { rows } = await pool.query<Place & (HeardRow | { xid: null })>({
    ...{ name: 'hear_news', text: ASK, values: [snapshot] },
  })
  const [{ server, at, snapshot: seen }] = atLeastOne(rows)
  const heard = rows.flatMap((row) => (row.xid === null ? [] : [{ xid: row.xid, data: row.data }]))
  return { place: { server, at, snapshot: seen }, rows: heard.length > MOST_ROWS ? undefined : heard }
}

/** Appends a row to the open transaction, or in one of its own. Without data it only says that something was written. */
export async function appendNews(connection: ClientBase | Pool, data: string | null): Promise<void> {
  await connection.query({ name: 'append_news', text: 'insert into news (data) values ($1)', values: [data] })
}

/** Notes whether the transaction has written anything so far. Returns its number if it has. */
export async function noteWrite(trx: Transaction<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ xid: string }>`
    insert into news (data) select null where pg_current_xact_id_if_assigned() is not null
    returning xid::text as xid`.execute(trx)
  return rows[0]?.xid
}

/** Deletes some of the rows that are too old. Says whether there may be more. */
export async function deleteOldNews(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(DELETE)
  return (rowCount ?? 0) >= ROWS_PER_SLICE
}

/** The queries above have a row for the place at least. */
function atLeastOne<Row>(rows: Row[]): [Row, ...Row[]] {
  const [first, ...others] = rows
  if (first === undefined) throw new Error('Cannot read news: the server answered without a row')
  return [first, ...others]
}
