/** The events of an issue that had been merged go back by slices, too: their counts are there already. */
export const undoneMerges = `
alter table issue_move add column keeps_counts integer not null default 0;
`
