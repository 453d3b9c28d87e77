/**
 * What is counted of events and sessions: days, people, tags, releases. Sketches count distinct people in bounded
 * memory: processing/distinct-count.ts. Of a tag's key, `value_count` values have rows of their own and `other_count`
 * events had values beyond the most that are kept; a key of no name stands for the keys beyond theirs.
 */
export const releasesPeopleTags = `
alter table issue add column user_count integer not null default 0;
alter table issue add column first_release text;
alter table issue add column last_release text;
create index issue_by_first_release on issue (project_id, first_release) where first_release is not null;

create table issue_day (
  project_id integer not null,
  issue_id integer not null,
  day integer not null,
  event_count integer not null,
  primary key (project_id, issue_id, day)
) strict, without rowid;

create table project_hour (
  project_id integer not null,
  hour integer not null,
  event_count integer not null,
  primary key (project_id, hour)
) strict, without rowid;

create table project_day (
  project_id integer not null,
  day integer not null,
  event_count integer not null,
  primary key (project_id, day)
) strict, without rowid;

create table issue_user (
  project_id integer not null,
  issue_id integer not null,
  sketch blob not null,
  primary key (project_id, issue_id)
) strict;

create table issue_tag_key (
  project_id integer not null,
  issue_id integer not null,
  key text not null,
  value_count integer not null,
  other_count integer not null,
  primary key (project_id, issue_id, key)
) strict, without rowid;

create table issue_tag (
  project_id integer not null,
  issue_id integer not null,
  key text not null,
  value text not null,
  event_count integer not null,
  first_seen integer not null,
  last_seen integer not null,
  primary key (project_id, issue_id, key, value)
) strict, without rowid;

create table project_release (
  id integer primary key,
  project_id integer not null,
  version text not null,
  created_at integer not null,
  first_seen integer,
  last_seen integer,
  released_at integer,
  ref text,
  url text,
  event_count integer not null default 0,
  new_issue_count integer not null default 0,
  regressed_issue_count integer not null default 0,
  user_count integer not null default 0,
  user_sketch blob,
  unique (project_id, version)
) strict;
create index project_release_by_time on project_release (project_id, created_at, id);

create table release_hour (
  project_id integer not null,
  hour integer not null,
  release text not null,
  event_count integer not null,
  primary key (project_id, hour, release)
) strict, without rowid;

create table release_session_user (
  project_id integer not null,
  hour integer not null,
  release text not null,
  is_crashed integer not null,
  sketch blob not null,
  primary key (project_id, hour, release, is_crashed)
) strict;

create table deploy (
  id integer primary key,
  project_id integer not null,
  version text not null,
  environment text not null,
  name text,
  url text,
  started_at integer,
  finished_at integer not null
) strict;
create index deploy_by_release on deploy (project_id, version, finished_at);
`
