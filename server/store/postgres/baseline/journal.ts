/** The number of shards. One process at a time folds the projects of a shard. */
export const SHARDS = 16

/**
 * Deltas that are stored and not counted yet. Ingest only appends here, because all writers of a project would wait for its
 * counters. Rows are read from `folded_xid` on, the oldest transaction that was running at the last fold, so that deleted rows
 * before it are not read again. Reading from an id on would miss transactions that commit late.
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
