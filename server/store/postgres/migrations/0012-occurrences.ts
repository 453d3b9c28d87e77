/** What SQLite's step `0041-occurrences` adds. */
export const occurrences = `
create table alert_occurrence (
  message_id bigint not null references alert_message (id) on delete cascade,
  subject text not null,
  content text not null,
  at bigint not null,
  primary key (message_id, subject)
);
create index alert_occurrence_by_subject on alert_occurrence (subject);

create table alert_occurrence_told (
  rule_id bigint not null references alert_rule (id) on delete cascade,
  subject text not null,
  at bigint not null,
  primary key (rule_id, subject)
);
create index alert_occurrence_told_by_time on alert_occurrence_told (at);

create table occurrence_incident (
  channel_id bigint not null references alert_channel (id) on delete cascade,
  subject text not null,
  project_id bigint not null,
  content text not null,
  primary key (channel_id, subject)
);
create index occurrence_incident_by_project on occurrence_incident (project_id);

alter table notice add column about text;
alter table account_notice add column about text;

insert into alert_rule (name, happening, urgency, created_at) values
  ('Monitor fails', 'monitor-failed', 'urgent', 0), ('Monitor recovers', 'monitor-recovered', 'normal', 0),
  ('Check is down', 'uptime-failed', 'urgent', 0), ('Check is up again', 'uptime-recovered', 'normal', 0),
  ('Certificate ends soon', 'certificate-ends', 'normal', 0);
`
