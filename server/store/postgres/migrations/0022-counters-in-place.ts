/**
 * Leaves room in the pages of counters that each fold changes: a new version of a row goes beside the old one, and no index
 * has to be changed. SQLite changes rows in place.
 */
export const countersInPlace = `
alter table issue_tag set (fillfactor = 70);
alter table issue_scope_hour set (fillfactor = 70);
alter table issue_scope_day set (fillfactor = 70);
`
