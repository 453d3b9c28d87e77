/**
 * Whom a project's events hit on each day, as a sketch: processing/distinct-count.ts. Days before this have none. Who was
 * hit since an issue was ignored has a time, for those that wait for so many people in a period.
 */
export const people = `
create table project_user_day (
  project_id integer not null,
  day integer not null,
  sketch blob not null,
  primary key (project_id, day)
) strict;

alter table issue_ignored_user add column last_at integer not null default 0;
`
