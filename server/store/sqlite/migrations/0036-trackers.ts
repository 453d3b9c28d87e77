/** Issues of other trackers: where they are made, and which is which. */
export const trackers = `
create table tracker (
  id integer primary key,
  project_id integer not null references project (id) on delete cascade,
  kind text not null,
  address text not null,
  settings text not null,
  hook_secret text,
  created_at integer not null,
  created_by integer references account (id) on delete set null,
  version integer not null default 1
) strict;
create index tracker_by_project on tracker (project_id);
create index tracker_by_creator on tracker (created_by);

create table tracker_link (
  id integer primary key,
  project_id integer not null references project (id) on delete cascade,
  issue_id integer not null references issue (id) on delete cascade,
  tracker_id integer not null references tracker (id) on delete cascade,
  number integer not null,
  url text not null,
  theirs text not null,
  theirs_at integer not null,
  ours text not null,
  attempts integer not null default 0,
  due_at integer not null default 0,
  leased_until integer,
  reason text,
  created_at integer not null
) strict;
create unique index tracker_link_by_issue on tracker_link (issue_id, tracker_id, number);
create index tracker_link_by_tracker on tracker_link (tracker_id, number);
create index tracker_link_by_project on tracker_link (project_id, issue_id);
`
