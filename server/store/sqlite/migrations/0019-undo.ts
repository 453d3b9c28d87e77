/**
 * What an issue was before somebody changed it, as JSON beside the change's own line: Undo reads it. The index has only
 * the lines that can be undone.
 */
export const undo = `
alter table issue_activity add column undo text;
create index issue_activity_undo on issue_activity (account_id, id) where undo is not null;
create index issue_activity_undo_by_age on issue_activity (created_at) where undo is not null;
`
