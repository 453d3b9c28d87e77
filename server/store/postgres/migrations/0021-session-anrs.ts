/** What SQLite's step `0050-session-anrs` adds. */
export const sessionAnrs = `
create table release_session_anr (
  project_id bigint not null,
  hour bigint not null,
  release text not null,
  mechanism text not null,
  sketch bytea not null,
  primary key (project_id, hour, release, mechanism)
);
`
