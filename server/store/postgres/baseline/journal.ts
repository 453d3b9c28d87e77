/** Projects of one shard are folded by one process at a time. */
export const SHARDS = 16

/**
 * What was stored and is not counted yet. Ingest only appends to it: all writers of a project would wait for its counters. Rows
 * are read from `folded_xid` on, the oldest transaction that was running at the last fold, so that what was deleted before
 * it costs nothing; an id alone would miss who commits late.
 */
export const journalTables = `
create table journal (
  id bigint generated always as identity primary key,
  shard integer not null,
  xid xid8 not null default pg_current_xact_id(),
  stored_at bigint not null,
  format integer not null,
  delta bytea not null
);
alter table journal alter delta set storage external;
alter table journal set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index journal_by_shard on journal (shard, xid, id);

create table fold_shard (
  shard integer primary key,
  folded_xid xid8 not null default '0',
  taken_by text not null default '',
  epoch bigint not null default 0
);
insert into fold_shard (shard) select * from generate_series(0, ${SHARDS - 1});
`
