/** What SQLite's step `0049-acknowledged-occurrences` adds. */
export const acknowledgedOccurrences = `
alter table occurrence_incident add column is_acknowledged bigint not null default 0;
`
