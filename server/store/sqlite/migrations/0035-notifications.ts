/**
 * Messages to accounts: channels that are an account's own, what people subscribed to, and what they are to hear of. A message may
 * be about several projects, so that `alert_message` is made anew with a project that may be null; SQLite cannot change a column.
 */
export const notifications = `
create table alert_message_new (
  id integer primary key,
  project_id integer references project (id) on delete cascade,
  rule_id integer,
  channel_id integer not null,
  account_id integer references account (id) on delete cascade,
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
insert into alert_message_new
  select id, project_id, rule_id, channel_id, null, message_key, happening, state, is_test, title, content, created_at, due_at,
    leased_until, attempts, ended_at, reason
  from alert_message;
create table alert_item_new (
  message_id integer not null references alert_message_new (id) on delete cascade,
  issue_id integer not null,
  at integer not null,
  primary key (message_id, issue_id)
) strict, without rowid;
insert into alert_item_new select message_id, issue_id, at from alert_item;
create table delivery_try_new (
  id integer primary key,
  message_id integer not null references alert_message_new (id) on delete cascade,
  at integer not null,
  duration_ms integer not null,
  state text not null,
  status integer,
  reason text,
  request text not null,
  response text not null
) strict;
insert into delivery_try_new
  select id, message_id, at, duration_ms, state, status, reason, request, response from delivery_try;
drop table alert_item;
drop table delivery_try;
drop table alert_message;
alter table alert_message_new rename to alert_message;
alter table alert_item_new rename to alert_item;
alter table delivery_try_new rename to delivery_try;
create index alert_message_by_due on alert_message (state, due_at);
create index alert_message_by_channel on alert_message (channel_id, created_at);
create index alert_message_by_rule on alert_message (rule_id, created_at);
create index alert_message_by_state on alert_message (state, id);
create index alert_message_by_project on alert_message (project_id);
create index alert_message_by_account on alert_message (account_id, id) where account_id is not null;
create index delivery_try_by_message on delivery_try (message_id);

alter table alert_channel add column account_id integer references account (id) on delete cascade;
create index alert_channel_by_account on alert_channel (account_id) where account_id is not null;

create table issue_subscription (
  project_id integer not null,
  issue_id integer not null references issue (id),
  account_id integer not null references account (id) on delete cascade,
  is_on integer not null,
  is_by_hand integer not null,
  at integer not null,
  primary key (project_id, issue_id, account_id)
) strict, without rowid;
create index issue_subscription_by_account on issue_subscription (account_id, issue_id);
create index issue_subscription_by_issue on issue_subscription (issue_id);

create table notice (
  id integer primary key,
  project_id integer not null,
  issue_id integer not null,
  kind text not null,
  activity_id integer,
  actor_id integer,
  rule_id integer,
  is_urgent integer not null default 0,
  at integer not null
) strict;
create index notice_by_project on notice (project_id);

create table account_notice (
  id integer primary key,
  account_id integer not null references account (id) on delete cascade,
  project_id integer not null,
  issue_id integer not null,
  reason text not null,
  kind text not null,
  activity_id integer,
  rule_id integer,
  is_urgent integer not null,
  at integer not null,
  due_at integer not null
) strict;
create index account_notice_by_account on account_notice (account_id, due_at);
create index account_notice_by_due on account_notice (due_at);
create index account_notice_by_project on account_notice (project_id);

create table account_notification (
  account_id integer primary key references account (id) on delete cascade,
  choices text not null,
  window_step integer not null default 0,
  window_ends_at integer not null default 0,
  digest_at integer
) strict;
create index account_notification_by_digest on account_notification (digest_at) where digest_at is not null;
`
