/**
 * Searches that people keep by a name: their own, or everybody's where `account_id` is null. Views are of all projects,
 * so their key begins with none.
 *
 * The two indexes are those of the list's tabs: what came back, which is little of what is open, in the list's order;
 * and what is new.
 */
export const savedViews = `
create table saved_view (
  id integer primary key,
  account_id integer,
  name text not null,
  query text not null,
  sort text not null,
  created_at integer not null
) strict;
create index saved_view_by_account on saved_view (account_id, id);

create index issue_back_by_last_seen on issue (last_seen, id) where substatus is not null;
create index issue_by_first_seen on issue (first_seen, id);
`
