/** Of which incidents a service was told that somebody takes care of them. */
export const acknowledgedIncidents = `
alter table alert_incident add column is_acknowledged integer not null default 0;
`
