/** The commits of releases, and which releases are archived. What is stored of commits is counted as in `0008-retention`. */
export const releaseCommits = `
alter table project_release add column archived_at integer;

create table release_commit (
  id integer primary key,
  project_id integer not null,
  version text not null,
  position integer not null,
  commit_id text not null,
  repository text,
  author_name text,
  author_email text,
  message text not null,
  committed_at integer,
  files text not null,
  received_at integer not null
) strict;
create index release_commit_by_release on release_commit (project_id, version, position);

create trigger release_commit_stored after insert on release_commit begin
  insert into storage_use values (new.project_id, 'commits', 1, length(new.message) + length(new.files))
  on conflict do update set quantity = quantity + excluded.quantity,
    payload_bytes = payload_bytes + excluded.payload_bytes;
end;
create trigger release_commit_deleted after delete on release_commit begin
  update storage_use set quantity = quantity - 1,
    payload_bytes = payload_bytes - length(old.message) - length(old.files)
  where project_id = old.project_id and category = 'commits';
end;
`
