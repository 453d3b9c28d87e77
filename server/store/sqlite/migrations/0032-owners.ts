/**
 * Issues can be assigned to a team, too, never to both. Who is mentioned in a comment has a row of the comment, and goes with
 * the account or the team.
 */
export const owners = `
alter table issue add column assigned_team integer references team (id) on delete set null;
create index issue_by_team on issue (assigned_team, last_seen, id) where assigned_team is not null;

create table issue_mention (
  id integer primary key,
  project_id integer not null references project (id),
  activity_id integer not null references issue_activity (id) on delete cascade,
  account_id integer references account (id) on delete cascade,
  team_id integer references team (id) on delete cascade
) strict;
create index issue_mention_by_account on issue_mention (account_id) where account_id is not null;
create index issue_mention_by_activity on issue_mention (activity_id);
create index issue_mention_by_project on issue_mention (project_id);
create index issue_mention_by_team on issue_mention (team_id) where team_id is not null;
`
