/**
 * Events of each issue by hour and day, apart for each environment and release: what lists show of a time, environment or
 * release that was chosen. They begin with the events that are stored; what was deleted before is not in them. The indexes
 * find what expires.
 */
export const issueScopes = `
create table issue_scope_hour (
  project_id integer not null,
  issue_id integer not null,
  hour integer not null,
  environment text not null,
  release text not null,
  event_count integer not null,
  primary key (project_id, issue_id, hour, environment, release)
) strict, without rowid;
create index issue_scope_hour_by_time on issue_scope_hour (project_id, hour);

create table issue_scope_day (
  project_id integer not null,
  issue_id integer not null,
  day integer not null,
  environment text not null,
  release text not null,
  event_count integer not null,
  primary key (project_id, issue_id, day, environment, release)
) strict, without rowid;
create index issue_scope_day_by_time on issue_scope_day (project_id, day);

insert into issue_scope_hour (project_id, issue_id, hour, environment, release, event_count)
  select event.project_id, coalesce(issue_redirect.issue_id, event.issue_id), event.received_at / 3600000,
    coalesce(event.environment, ''), coalesce(event.release, ''), count(*)
  from event left join issue_redirect on issue_redirect.old_issue_id = event.issue_id
  group by 1, 2, 3, 4, 5;
insert into issue_scope_day (project_id, issue_id, day, environment, release, event_count)
  select project_id, issue_id, hour / 24, environment, release, sum(event_count) from issue_scope_hour
  group by 1, 2, 3, 4, 5;
`
