/**
 * Logs are counted by hour and level as they are written: a chart over millions of rows can't count them when it is
 * looked at. What is there already is counted once. Feedback is read by its state.
 */
export const logs = `
create table log_hour (
  project_id integer not null,
  hour integer not null,
  environment text not null,
  level text not null,
  quantity integer not null,
  primary key (project_id, hour, environment, level)
) strict, without rowid;
insert into log_hour
  select project_id, timestamp_us / 3600000000, coalesce(environment, ''), level, count(*) from log group by 1, 2, 3, 4;

alter table feedback add column status text not null default 'open';
create index feedback_by_status on feedback (project_id, status, received_at, id);
`
