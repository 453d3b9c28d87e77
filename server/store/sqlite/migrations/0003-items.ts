/**
 * What arrives beside events and spans. A log or metric has no id: its time and a hash of what it says stand for one,
 * in the index that lists are read by, so a repeat is found without an index of random ids. `hour` and times are as in
 * the other tables; `release_session` is named so because people's sessions have the plain name.
 */
export const items = `
create table project_setting (
  project_id integer not null references project (id),
  key text not null,
  value text not null,
  primary key (project_id, key)
) strict, without rowid;

create table log (
  id integer primary key,
  project_id integer not null,
  timestamp_us integer not null,
  content_hash integer not null,
  received_at integer not null,
  level text not null,
  body text not null,
  trace_id text,
  span_id text,
  release text,
  environment text,
  block_id integer not null references payload_block (id),
  block_offset integer not null,
  block_length integer not null
) strict;
create unique index log_by_time on log (project_id, timestamp_us, content_hash);
create index log_by_trace on log (substr(trace_id, 1, 8)) where trace_id is not null;
create index log_by_block on log (block_id);

create table metric (
  id integer primary key,
  project_id integer not null,
  name text not null,
  timestamp_us integer not null,
  content_hash integer not null,
  received_at integer not null,
  type text not null,
  value real not null,
  unit text not null,
  trace_id text,
  span_id text,
  release text,
  environment text,
  block_id integer not null references payload_block (id),
  block_offset integer not null,
  block_length integer not null
) strict;
create unique index metric_by_name on metric (project_id, name, timestamp_us, content_hash);
create index metric_by_block on metric (block_id);

create table release_session (
  id integer primary key,
  project_id integer not null,
  session_id text not null,
  sequence integer not null,
  health text not null,
  has_ended integer not null,
  errors integer not null,
  started_at integer not null,
  duration_ms integer,
  release text not null,
  environment text not null,
  received_at integer not null,
  unique (project_id, session_id)
) strict;

create table release_session_hour (
  project_id integer not null,
  hour integer not null,
  release text not null,
  environment text not null,
  health text not null,
  quantity integer not null,
  primary key (project_id, hour, release, environment, health)
) strict, without rowid;

create table feedback (
  id integer primary key,
  project_id integer not null,
  feedback_id text not null,
  event_id text,
  timestamp integer not null,
  received_at integer not null,
  message text not null,
  name text,
  email text,
  url text,
  source text not null,
  trace_id text,
  release text,
  environment text,
  unique (project_id, feedback_id)
) strict;
create index feedback_by_event on feedback (project_id, event_id) where event_id is not null;
create index feedback_by_arrival on feedback (project_id, received_at, id);

create table monitor (
  id integer primary key,
  project_id integer not null references project (id),
  slug text not null,
  config text,
  created_at integer not null,
  unique (project_id, slug)
) strict;

create table check_in (
  id integer primary key,
  project_id integer not null,
  monitor_id integer not null references monitor (id),
  check_in_id text not null,
  status text not null,
  environment text not null,
  duration_ms integer,
  timestamp integer not null,
  received_at integer not null,
  updated_at integer not null,
  trace_id text,
  release text,
  unique (project_id, check_in_id)
) strict;
create index check_in_by_monitor on check_in (monitor_id, received_at, id);

create table attachment (
  id integer primary key,
  project_id integer not null,
  event_id text not null,
  sha256 text not null,
  filename text not null,
  content_type text,
  attachment_type text not null,
  size_bytes integer not null,
  received_at integer not null,
  unique (project_id, event_id, sha256, filename)
) strict;
create index attachment_by_hash on attachment (sha256);

alter table project_key add column allowed_origins text;
`
