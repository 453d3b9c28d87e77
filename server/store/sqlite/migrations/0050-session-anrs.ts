/** Whose app did not respond, by the hour in which the session began. */
export const sessionAnrs = `
create table release_session_anr (
  project_id integer not null,
  hour integer not null,
  release text not null,
  mechanism text not null,
  sketch blob not null,
  primary key (project_id, hour, release, mechanism)
) strict;
`
