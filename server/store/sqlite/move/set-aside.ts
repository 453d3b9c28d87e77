import type { DatabaseSync } from 'node:sqlite'

/** What a target has until it is opened: its source, its parts, and the SQL of what was set aside. */
const MOVE_TABLES = `
create table if not exists move (source text not null) strict;
create table if not exists move_part (
  name text not null, after_key text, to_key text not null, row_count integer not null, hash text not null,
  replaced integer not null, primary key (name, to_key)
) strict, without rowid;
create table if not exists move_later (statement text not null) strict;`

/** Adds the tables of a move. */
export function addMoveTables(connection: DatabaseSync): void {
  connection.exec(MOVE_TABLES)
}

/**
 * Drops the triggers. Those that count what is stored would count copied rows twice, and the index of texts is made faster
 * at the end. Foreign keys are not looked at, because a range is deleted and copied again.
 */
export function setAside(connection: DatabaseSync): void {
  connection.exec(`insert into move_later (statement) select sql from sqlite_schema where type = 'trigger'`)
  for (const { name } of connection.prepare("select name from sqlite_schema where type = 'trigger'").all()) {
    connection.exec(`drop trigger "${name}"`)
  }
}

/** Makes again what was set aside, and checks what was not looked at. */
export function putBack(connection: DatabaseSync): void {
  for (const { statement } of connection.prepare('select statement from move_later').all()) {
    connection.exec(String(statement))
  }
  connection.exec("delete from move_later; insert into issue_search (issue_search) values ('rebuild')")
  const [broken] = connection.prepare('pragma foreign_key_check').all()
  if (broken === undefined) return
  throw new Error(
    `Cannot finish the move: a row of ${broken.table} refers to a row of ${broken.parent} that is missing`,
  )
}

export function dropMoveTables(connection: DatabaseSync): void {
  connection.exec('drop table move; drop table move_part; drop table move_later')
}
