/**
 * The users of each issue by day, environment and release, with their hours: processing/sketches/daily-users.ts. Events
 * that are stored already are not counted. The index finds what expires.
 */
export const dailyUsers = `
create table issue_scope_user (
  project_id integer not null,
  issue_id integer not null,
  day integer not null,
  environment text not null,
  release text not null,
  sketch blob not null,
  primary key (project_id, issue_id, day, environment, release)
) strict;
create index issue_scope_user_by_time on issue_scope_user (project_id, day);
`
