import type { DatabaseSync } from 'node:sqlite'

/** What a target has until it is opened: its source, its parts, and the SQL of what was set aside. */
const MOVE_TABLES = `
create table if not exists move (source text not null) strict;
create table if not exists move_part (
  name text not null, after_key text, to_key text not null, row_count integer not null, hash text not null,
  replaced integer not null, primary key (name, to_key)
) strict, without rowid;
create table if not exists move_later (statement text not null) strict;`

/** Indexes that belong to a key have no SQL of their own. */
const LIST =
  "select type, name, sql from sqlite_schema where type in ('trigger', 'index') and sql is not null"

/** Adds the tables of a move. */
export function addMoveTables(connection: DatabaseSync): void {
  connection.exec(MOVE_TABLES)
}

/**
 * Drops triggers and indexes. Triggers that count what is stored would count copied rows twice; indexes, and that of texts,
 * are made faster at the end. Foreign keys are not looked at, because a range is deleted and copied again.
 */
export function setAside(connection: DatabaseSync): void {
  const rows = connection.prepare(LIST).all()
  const note = connection.prepare('insert into move_later (statement) values (?)')
  for (const { type, name, sql } of rows) {
    note.run(String(sql))
    connection.exec(`drop ${type} "${name}"`)
  }
}

/**
 * Makes again what was set aside. Returns which tables refer to rows that are missing, which PostgreSQL allows and SQLite
 * does not look for by itself.
 */
export function putBack(connection: DatabaseSync): string[] {
  for (const { statement } of connection.prepare('select statement from move_later').all()) {
    connection.exec(String(statement))
  }
  connection.exec("delete from move_later; insert into issue_search (issue_search) values ('rebuild')")
  const broken = connection
    .prepare(
      'select "table", parent, count(*) as quantity from pragma_foreign_key_check group by "table", parent',
    )
    .all()
  return broken.map((each) => `${each.table} to ${each.parent}: ${each.quantity}`)
}

export function dropMoveTables(connection: DatabaseSync): void {
  connection.exec('drop table move; drop table move_part; drop table move_later')
}
