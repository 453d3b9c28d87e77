/** Issues that turned out to be one when their source maps came, and are not merged by themselves. */
export const mergeSuggestions = `
create table merge_suggestion (
  project_id integer not null references project (id),
  low_issue_id integer not null references issue (id) on delete cascade,
  high_issue_id integer not null references issue (id) on delete cascade,
  created_at integer not null,
  primary key (low_issue_id, high_issue_id)
) strict, without rowid;
create index merge_suggestion_by_high on merge_suggestion (high_issue_id);
create index merge_suggestion_by_project on merge_suggestion (project_id);

create index waiting_stack_by_age on waiting_stack (created_at);
`
