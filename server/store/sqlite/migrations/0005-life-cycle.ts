/**
 * Which issue a grouping key leads to is a table of its own: a merged issue has several keys, a split one gives some
 * away. The issue keeps a key in its row only to be told from others. Events remember their key by its small id, so
 * that they can be split off; those that are there already have the only key of their issue. An issue that is being
 * deleted has `deleted_at`, and is shown no more. `issue_hour` is made anew without its reference to `issue`: to check
 * it, deleting one issue would read all hours of all issues.
 */
export const lifeCycle = `
alter table issue add column substatus text;
alter table issue add column status_at integer;
alter table issue add column status_condition text;
alter table issue add column status_until integer;
alter table issue add column status_count integer not null default 0;
alter table issue add column regressed_event_id text;
alter table issue add column regressed_at integer;
alter table issue add column assigned_to integer references account (id) on delete set null;
alter table issue add column deleted_at integer;
create index issue_by_status_until on issue (status_until) where status_until is not null;
create index issue_by_assignee on issue (assigned_to, last_seen, id) where assigned_to is not null;
create index issue_deleted on issue (deleted_at) where deleted_at is not null;

create table issue_grouping (
  id integer primary key,
  project_id integer not null,
  grouping_version integer not null,
  grouping_key text not null,
  issue_id integer not null references issue (id),
  unique (project_id, grouping_version, grouping_key)
) strict;
create index issue_grouping_by_issue on issue_grouping (issue_id);
insert into issue_grouping (id, project_id, grouping_version, grouping_key, issue_id)
  select id, project_id, grouping_version, grouping_key, id from issue;
alter table event add column grouping_id integer;
update event set grouping_id = issue_id;

create table issue_hour_alone (
  project_id integer not null,
  issue_id integer not null,
  hour integer not null,
  event_count integer not null,
  primary key (project_id, issue_id, hour)
) strict, without rowid;
insert into issue_hour_alone select project_id, issue_id, hour, event_count from issue_hour;
drop table issue_hour;
alter table issue_hour_alone rename to issue_hour;

create table issue_redirect (
  project_id integer not null,
  number integer not null,
  old_issue_id integer not null unique,
  issue_id integer not null references issue (id),
  primary key (project_id, number)
) strict, without rowid;
create index issue_redirect_by_issue on issue_redirect (issue_id);

create table issue_ignored_user (
  project_id integer not null,
  issue_id integer not null references issue (id),
  user_key text not null,
  primary key (project_id, issue_id, user_key)
) strict, without rowid;

create table issue_bookmark (
  project_id integer not null,
  issue_id integer not null references issue (id),
  account_id integer not null references account (id) on delete cascade,
  primary key (project_id, issue_id, account_id)
) strict, without rowid;
create index issue_bookmark_by_account on issue_bookmark (account_id, issue_id);
create index issue_bookmark_by_issue on issue_bookmark (issue_id);
create index issue_ignored_user_by_issue on issue_ignored_user (issue_id);

create table issue_activity (
  id integer primary key,
  project_id integer not null,
  issue_id integer not null references issue (id),
  kind text not null,
  account_id integer references account (id) on delete set null,
  data text not null,
  created_at integer not null
) strict;
create index issue_activity_by_issue on issue_activity (issue_id, id);
`
