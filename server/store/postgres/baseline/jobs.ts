/**
 * What runs by itself (jobs/job.ts). A row is locked for as long as a process works on a slice of it, so `taken_by` is who did
 * the last one. Nobody deletes a row: one that no program knows any more is looked at by none.
 */
export const jobsTable = `
create table job (
  name text not null,
  shard bigint not null,
  due_at bigint not null,
  taken_by text,
  state text,
  failure text,
  failures bigint not null default 0,
  primary key (name, shard)
);
`
