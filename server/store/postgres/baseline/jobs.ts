/**
 * The state of jobs (`server/store/postgres/jobs/job.ts`). A row is locked while a process works on a slice, so `taken_by` is
 * the process that did the last slice. Rows of jobs that no longer exist in any version stay and are ignored.
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
