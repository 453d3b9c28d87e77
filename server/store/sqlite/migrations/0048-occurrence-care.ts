/** Who takes care of monitors, checks and all else that is no issue, and who is told next where nobody does. */
export const occurrenceCare = `
create table occurrence_acknowledgement (
  subject text not null primary key,
  project_id integer not null references project (id) on delete cascade,
  account_id integer references account (id) on delete set null,
  who text not null,
  at integer not null
) strict, without rowid;
create index occurrence_acknowledgement_by_project on occurrence_acknowledgement (project_id);
create index occurrence_acknowledgement_by_account on occurrence_acknowledgement (account_id);

create table occurrence_escalation (
  id integer primary key,
  project_id integer not null references project (id) on delete cascade,
  rule_id integer not null references alert_rule (id) on delete cascade,
  subject text not null,
  content text not null,
  started_at integer not null,
  steps integer not null default 0,
  due_at integer not null
) strict;
create unique index occurrence_escalation_by_rule on occurrence_escalation (rule_id, subject);
create index occurrence_escalation_by_due on occurrence_escalation (due_at);
create index occurrence_escalation_by_subject on occurrence_escalation (subject);
create index occurrence_escalation_by_project on occurrence_escalation (project_id);
`
