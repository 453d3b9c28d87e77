/** What SQLite's step `0040-incidents` adds. */
export const incidents = `
create table alert_incident (
  channel_id bigint not null references alert_channel (id) on delete cascade,
  issue_id bigint not null,
  project_id bigint not null,
  subject text not null,
  primary key (channel_id, issue_id)
);
create index alert_incident_by_project on alert_incident (project_id);
`
