/** What waits for source maps, by build; an upload makes it due, and a due one is mapped afterwards. */
export const waitingStacks = `
create table waiting_stack (
  project_id integer not null references project (id),
  build text not null,
  grouping_id integer not null references issue_grouping (id) on delete cascade,
  event_row_id integer not null,
  state text not null,
  created_at integer not null,
  primary key (project_id, build, grouping_id)
) strict, without rowid;
create index waiting_stack_due on waiting_stack (created_at) where state = 'due';
create index waiting_stack_by_grouping on waiting_stack (grouping_id);
`
