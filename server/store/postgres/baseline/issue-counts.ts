/** What is counted of the events of an issue. */
export const issueCountsTables = `
create table issue_hour (
  project_id bigint not null,
  issue_id bigint not null,
  hour bigint not null,
  event_count bigint not null,
  primary key (project_id, issue_id, hour)
);

create table issue_day (
  project_id bigint not null,
  issue_id bigint not null,
  day bigint not null,
  event_count bigint not null,
  primary key (project_id, issue_id, day)
);

create table issue_scope_hour (
  project_id bigint not null,
  issue_id bigint not null,
  hour bigint not null,
  environment text not null,
  release text not null,
  event_count bigint not null,
  primary key (project_id, issue_id, hour, environment, release)
);
create index issue_scope_hour_by_time on issue_scope_hour (project_id, hour);

create table issue_scope_day (
  project_id bigint not null,
  issue_id bigint not null,
  day bigint not null,
  environment text not null,
  release text not null,
  event_count bigint not null,
  primary key (project_id, issue_id, day, environment, release)
);
create index issue_scope_day_by_time on issue_scope_day (project_id, day);

create table issue_user (
  project_id bigint not null,
  issue_id bigint not null,
  sketch bytea not null,
  primary key (project_id, issue_id)
);

create table issue_scope_user (
  project_id bigint not null,
  issue_id bigint not null,
  day bigint not null,
  environment text not null,
  release text not null,
  sketch bytea not null,
  primary key (project_id, issue_id, day, environment, release)
);
create index issue_scope_user_by_time on issue_scope_user (project_id, day);

create table issue_tag_key (
  project_id bigint not null,
  issue_id bigint not null,
  key text not null,
  value_count bigint not null,
  other_count bigint not null,
  primary key (project_id, issue_id, key)
);
create index issue_tag_key_by_key on issue_tag_key (key, issue_id);

create table issue_tag (
  project_id bigint not null,
  issue_id bigint not null,
  key text not null,
  value text not null,
  event_count bigint not null,
  first_seen bigint not null,
  last_seen bigint not null,
  primary key (project_id, issue_id, key, value)
);
create index issue_tag_by_value on issue_tag (key, value, issue_id);
`
