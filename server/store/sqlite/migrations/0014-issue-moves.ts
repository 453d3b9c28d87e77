/**
 * What is still to be done for issues that were merged or split, by slices: whose events are looked through for those
 * whose key leads elsewhere, newest first, down to the last one that was looked at; and whose tags and people are counted
 * anew from the events that are kept, oldest first. Until they are, what is counted stands under the issue's id with a
 * minus sign.
 */
export const issueMoves = `
create table issue_move (
  project_id integer not null,
  issue_id integer not null,
  is_split integer not null,
  event_count integer not null,
  looked_count integer not null default 0,
  before_at integer,
  before_id integer,
  primary key (project_id, issue_id)
) strict, without rowid;

create table issue_recount (
  project_id integer not null,
  issue_id integer not null,
  after_at integer not null default -1,
  after_id integer not null default 0,
  first_release text,
  last_release text,
  primary key (project_id, issue_id)
) strict, without rowid;
`
