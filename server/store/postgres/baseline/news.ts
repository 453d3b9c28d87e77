/**
 * What the processes on one database tell each other (`server/store/postgres/news/`): a row for each fold, each write that
 * changed something, and each change of issues by people. Rows without data only say that something was written. Writers
 * only append, so that they never wait for each other. `at` is the time of the server, because the processes' clocks
 * differ.
 */
export const newsTable = `
create table news (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  at bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
  data text
);
alter table news set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index news_by_xid on news (xid, id);
`
