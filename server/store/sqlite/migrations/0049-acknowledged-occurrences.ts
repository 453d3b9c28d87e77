/** Of which incidents of monitors, checks and all else that is no issue a service was told that somebody takes care of them. */
export const acknowledgedOccurrences = `
alter table occurrence_incident add column is_acknowledged integer not null default 0;
`
