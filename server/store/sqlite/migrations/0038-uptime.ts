/** Checks over HTTP with their results, and pages that tell strangers of them. */
export const uptime = `
create table uptime_check (
  id integer primary key,
  project_id integer not null references project (id) on delete cascade,
  name text not null,
  url text not null,
  method text not null,
  headers text not null,
  body text not null,
  expects text not null,
  contains text not null,
  lacks text not null,
  timeout_ms integer not null,
  every_minutes integer not null,
  phase_ms integer not null,
  is_paused integer not null default 0,
  created_at integer not null,
  created_by integer references account (id) on delete set null,
  version integer not null default 1,
  state text not null default 'waiting',
  state_since integer not null,
  suspected_at integer,
  next_at integer not null,
  leased_until integer,
  checked_at integer,
  certificate_ends_at integer,
  certificate_told integer
) strict;
create index uptime_check_by_due on uptime_check (next_at);
create index uptime_check_by_project on uptime_check (project_id);
create index uptime_check_by_creator on uptime_check (created_by);

create table uptime_result (
  id integer primary key,
  project_id integer not null,
  check_id integer not null references uptime_check (id) on delete cascade,
  at integer not null,
  is_up integer not null,
  tries integer not null,
  status integer,
  reason text,
  dns_ms integer,
  connect_ms integer,
  tls_ms integer,
  first_byte_ms integer,
  total_ms integer not null,
  trace_id text not null
) strict;
create index uptime_result_by_check on uptime_result (check_id, at, id);
create index uptime_result_by_time on uptime_result (at);

create table uptime_hour (
  project_id integer not null,
  check_id integer not null references uptime_check (id) on delete cascade,
  hour integer not null,
  up_count integer not null,
  down_count integer not null,
  total_ms integer not null,
  primary key (check_id, hour)
) strict, without rowid;
create index uptime_hour_by_hour on uptime_hour (hour);

create table uptime_incident (
  id integer primary key,
  project_id integer not null,
  check_id integer not null references uptime_check (id) on delete cascade,
  began_at integer not null,
  ended_at integer,
  reason text not null,
  ended_by text
) strict;
create index uptime_incident_by_check on uptime_incident (check_id, began_at, id);

create table status_page (
  id integer primary key,
  slug text not null unique,
  title text not null,
  announcement text not null,
  timezone text not null,
  is_enabled integer not null default 0,
  is_indexed integer not null default 0,
  created_at integer not null,
  created_by integer references account (id) on delete set null,
  version integer not null default 1
) strict;
create index status_page_by_creator on status_page (created_by);

create table status_page_item (
  id integer primary key,
  page_id integer not null references status_page (id) on delete cascade,
  position integer not null,
  name text not null,
  check_id integer references uptime_check (id) on delete cascade,
  monitor_id integer references monitor (id) on delete cascade
) strict;
create index status_page_item_by_page on status_page_item (page_id, position);
create index status_page_item_by_check on status_page_item (check_id);
create index status_page_item_by_monitor on status_page_item (monitor_id);
`
