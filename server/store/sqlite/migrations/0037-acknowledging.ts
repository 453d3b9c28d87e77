/** Who takes care of which issue, and who is told next where nobody does. */
export const acknowledging = `
create table issue_acknowledgement (
  issue_id integer not null primary key references issue (id) on delete cascade,
  project_id integer not null references project (id) on delete cascade,
  account_id integer references account (id) on delete set null,
  who text not null,
  at integer not null
) strict;
create index issue_acknowledgement_by_project on issue_acknowledgement (project_id);
create index issue_acknowledgement_by_account on issue_acknowledgement (account_id);

create table escalation_plan (
  rule_id integer not null primary key references alert_rule (id) on delete cascade,
  after_minutes integer not null,
  repeats integer not null
) strict;

create table escalation_step (
  rule_id integer not null references alert_rule (id) on delete cascade,
  position integer not null,
  channel_id integer not null references alert_channel (id) on delete cascade,
  primary key (rule_id, position)
) strict, without rowid;
create index escalation_step_by_channel on escalation_step (channel_id);

create table escalation (
  id integer primary key,
  project_id integer not null references project (id) on delete cascade,
  rule_id integer not null references alert_rule (id) on delete cascade,
  issue_id integer not null references issue (id) on delete cascade,
  started_at integer not null,
  steps integer not null default 0,
  due_at integer not null
) strict;
create unique index escalation_by_rule on escalation (rule_id, issue_id);
create index escalation_by_due on escalation (due_at);
create index escalation_by_issue on escalation (issue_id);
create index escalation_by_project on escalation (project_id);
alter table alert_message add column escalation integer;
`
