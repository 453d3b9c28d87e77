/** What SQLite's step `0044-acknowledged-incidents` adds. */
export const acknowledgedIncidents = `
alter table alert_incident add column is_acknowledged bigint not null default 0;
`
