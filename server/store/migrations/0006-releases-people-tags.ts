export const releasesPeopleTags = `
alter table issue add column user_count integer not null default 0;
create table issue_tag (
  project_id integer not null,
  issue_id integer not null,
  key text not null,
  value text not null,
  event_count integer not null,
  primary key (project_id, issue_id, key, value)
) strict, without rowid;
`
