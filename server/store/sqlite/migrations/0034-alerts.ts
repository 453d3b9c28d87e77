/** What happened to issues and is to be told, the rules and channels of that, and what became of each message. */
export const alerts = `
create table alert_channel (
  id integer primary key,
  name text not null,
  kind text not null,
  settings text not null,
  is_enabled integer not null default 1,
  created_at integer not null,
  created_by integer references account (id) on delete set null,
  version integer not null default 1,
  failures integer not null default 0,
  paused_until integer,
  delivered_at integer
) strict;
create index alert_channel_by_creator on alert_channel (created_by);

create table alert_rule (
  id integer primary key,
  name text not null,
  happening text not null,
  project_id integer references project (id) on delete cascade,
  search text not null default '',
  threshold text,
  urgency text not null default 'normal',
  cool_down_minutes integer not null default 0,
  is_for_every_channel integer not null default 1,
  is_enabled integer not null default 1,
  muted_until integer,
  created_at integer not null,
  created_by integer references account (id) on delete set null,
  version integer not null default 1
) strict;
create index alert_rule_by_project on alert_rule (project_id);
create index alert_rule_by_creator on alert_rule (created_by);

create table alert_rule_channel (
  rule_id integer not null references alert_rule (id) on delete cascade,
  channel_id integer not null references alert_channel (id) on delete cascade,
  primary key (rule_id, channel_id)
) strict, without rowid;
create index alert_rule_channel_by_channel on alert_rule_channel (channel_id);

create table alert_mute (
  id integer primary key,
  project_id integer references project (id) on delete cascade,
  reason text not null default '',
  created_by text not null,
  created_at integer not null,
  until integer not null
) strict;
create index alert_mute_by_project on alert_mute (project_id);

create table happening (
  id integer primary key,
  project_id integer not null,
  issue_id integer not null,
  kind text not null,
  environment text,
  at integer not null,
  due_at integer not null
) strict;
create index happening_by_due on happening (due_at, id);
create index happening_by_project on happening (project_id);

create table alert_told (
  rule_id integer not null references alert_rule (id) on delete cascade,
  issue_id integer not null,
  at integer not null,
  primary key (rule_id, issue_id)
) strict, without rowid;
create index alert_told_by_time on alert_told (at);

create table alert_window (
  rule_id integer not null references alert_rule (id) on delete cascade,
  channel_id integer not null references alert_channel (id) on delete cascade,
  project_id integer not null references project (id) on delete cascade,
  step integer not null,
  ends_at integer not null,
  primary key (rule_id, channel_id, project_id)
) strict, without rowid;
create index alert_window_by_channel on alert_window (channel_id);
create index alert_window_by_project on alert_window (project_id);

create table alert_message (
  id integer primary key,
  project_id integer not null references project (id) on delete cascade,
  rule_id integer,
  channel_id integer not null,
  message_key text not null unique,
  happening text not null,
  state text not null,
  is_test integer not null default 0,
  title text not null default '',
  content text,
  created_at integer not null,
  due_at integer not null,
  leased_until integer,
  attempts integer not null default 0,
  ended_at integer,
  reason text
) strict;
create index alert_message_by_due on alert_message (state, due_at);
create index alert_message_by_channel on alert_message (channel_id, created_at);
create index alert_message_by_rule on alert_message (rule_id, created_at);
create index alert_message_by_state on alert_message (state, id);
create index alert_message_by_project on alert_message (project_id);

create table alert_item (
  message_id integer not null references alert_message (id) on delete cascade,
  issue_id integer not null,
  at integer not null,
  primary key (message_id, issue_id)
) strict, without rowid;

create table delivery_try (
  id integer primary key,
  message_id integer not null references alert_message (id) on delete cascade,
  at integer not null,
  duration_ms integer not null,
  state text not null,
  status integer,
  reason text,
  request text not null,
  response text not null
) strict;
create index delivery_try_by_message on delivery_try (message_id);

insert into alert_rule (name, happening, created_at) values
  ('New issue', 'new', 0), ('Came back', 'regressed', 0), ('Rising', 'rising', 0);
`
