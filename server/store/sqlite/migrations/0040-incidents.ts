/** Which incidents of issues are open in services that have incidents. */
export const incidents = `
create table alert_incident (
  channel_id integer not null references alert_channel (id) on delete cascade,
  issue_id integer not null,
  project_id integer not null,
  subject text not null,
  primary key (channel_id, issue_id)
) without rowid, strict;
create index alert_incident_by_project on alert_incident (project_id);
`
