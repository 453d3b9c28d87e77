/**
 * `WITHOUT ROWID` where the primary key is all that the table is read by. Events have a row id beside the
 * client's id: it orders them by arrival and is what other tables point to.
 */
export const initial = `
create table project (
  id integer primary key,
  slug text not null unique,
  name text not null,
  created_at integer not null,
  issue_count integer not null default 0
) strict;

create table project_key (
  id integer primary key,
  project_id integer not null references project (id),
  public_key text not null unique,
  is_active integer not null default 1,
  created_at integer not null
) strict;
create index project_key_by_project on project_key (project_id);

create table issue (
  id integer primary key autoincrement, -- an address that was one issue's is never another's
  project_id integer not null references project (id),
  number integer not null,
  grouping_version integer not null,
  grouping_key text not null,
  type text not null,
  value text not null,
  culprit text not null,
  level text not null,
  status text not null default 'open',
  is_unhandled integer not null,
  fault text,
  first_seen integer not null,
  last_seen integer not null,
  event_count integer not null,
  unique (project_id, grouping_version, grouping_key),
  unique (project_id, number)
) strict;
create index issue_by_last_seen on issue (last_seen, id);
create index issue_by_project_last_seen on issue (project_id, last_seen, id);
create index issue_by_status on issue (project_id, status);

create table issue_hour (
  project_id integer not null,
  issue_id integer not null references issue (id),
  hour integer not null,
  event_count integer not null,
  primary key (project_id, issue_id, hour)
) strict, without rowid;

create table payload_block (
  id integer primary key,
  size_bytes integer not null,
  data blob not null
) strict;

create table event (
  id integer primary key,
  project_id integer not null,
  event_id text not null,
  issue_id integer not null references issue (id),
  timestamp integer not null,
  received_at integer not null,
  level text not null,
  value text not null,
  environment text,
  release text,
  user_label text,
  trace_id text,
  block_id integer not null references payload_block (id),
  block_offset integer not null,
  block_length integer not null,
  unique (project_id, event_id)
) strict;
create index event_by_issue on event (issue_id, received_at, id);
create index event_by_block on event (block_id);

create table digest (
  digest text not null,
  event_row_id integer not null references event (id),
  project_id integer not null,
  fault text,
  primary key (digest, event_row_id)
) strict, without rowid;
create index digest_by_fault on digest (fault, event_row_id) where fault is not null;
create index digest_by_event on digest (event_row_id);

create table outcome (
  project_id integer not null,
  key_id integer not null,
  hour integer not null,
  category text not null,
  outcome text not null,
  reason text not null,
  quantity integer not null,
  primary key (project_id, key_id, hour, category, outcome, reason)
) strict, without rowid;

create table account (
  id integer primary key,
  email text not null unique,
  password_hash text not null,
  role text not null,
  created_at integer not null
) strict;

create table session (
  token_hash text primary key,
  account_id integer not null references account (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index session_by_account on session (account_id);
create index session_by_expiry on session (expires_at);

create table token (
  id integer primary key,
  name text not null,
  token_hash text not null unique,
  scope text not null,
  created_at integer not null
) strict;

create table setting (
  key text primary key,
  value text not null
) strict, without rowid;
`
