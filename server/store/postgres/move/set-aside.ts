import type { ClientBase } from 'pg'

/** What a target has until it is opened: its source, its parts, and the SQL of what was set aside. */
export const MOVE_TABLES = `
create table if not exists move (source text not null);
create table if not exists move_part (
  name text not null, after_key text, to_key text not null, row_count bigint not null, hash text not null,
  replaced bigint not null, primary key (name, to_key)
);
create table if not exists move_later (id bigint generated always as identity, statement text not null);`

/**
 * Foreign keys would delete rows of one range while another one is copied again, triggers would count copied rows twice, and
 * indexes are made in less than half the time at the end. One says which texts have no index yet.
 */
const LIST = `
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as statement,
    format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
  from pg_constraint
  where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> 'blob_part'::regclass
  union all
  select pg_get_triggerdef(pg_trigger.oid), format('drop trigger %I on %s', tgname, tgrelid::regclass)
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where not tgisinternal and relnamespace = current_schema()::regnamespace
  union all
  select pg_get_indexdef(indexrelid), format('drop index %s', indexrelid::regclass)
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = current_schema()::regnamespace and relname <> 'issue_text_unindexed'
    and not exists (select from pg_constraint where conindid = indexrelid)`

interface SetAside {
  statement: string
  /** The SQL that drops it. */
  drop: string
}

/** Drops all of these, in the open transaction. */
export async function setAside(client: ClientBase): Promise<void> {
  const { rows } = await client.query<SetAside>(LIST)
  for (const { drop, statement } of rows) {
    await client.query('insert into move_later (statement) values ($1)', [statement])
    await client.query(drop)
  }
}

/** Makes again what was set aside, in the open transaction. The server checks that rows keep to it. */
export async function putBack(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Pick<SetAside, 'statement'>>(
    'delete from move_later returning statement',
  )
  for (const { statement } of rows) await client.query(statement)
}
