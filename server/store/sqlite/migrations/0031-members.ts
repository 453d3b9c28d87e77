/** 400 days: a year, and time to look back at it. */
const AUDIT_KEPT_MS = 400 * 24 * 60 * 60 * 1000

/** Roles beyond owner and member, teams and their projects, links that let people in, factors, tokens' owners, the audit log. */
export const members = `
alter table account add column name text not null default '';
alter table session add column last_used_at integer;

alter table project add column access text not null default 'all';

create table team (
  id integer primary key,
  slug text not null unique,
  name text not null,
  created_at integer not null
) strict;

create table team_member (
  team_id integer not null references team (id) on delete cascade,
  account_id integer not null references account (id) on delete cascade,
  primary key (team_id, account_id)
) strict, without rowid;
create index team_member_by_account on team_member (account_id);

create table team_project (
  team_id integer not null references team (id) on delete cascade,
  project_id integer not null references project (id) on delete cascade,
  primary key (team_id, project_id)
) strict, without rowid;
create index team_project_by_project on team_project (project_id);

create table account_link (
  token_hash text primary key,
  kind text not null,
  account_id integer references account (id) on delete cascade,
  email text not null,
  role text,
  team_ids text not null default '[]',
  created_by integer references account (id) on delete set null,
  created_at integer not null,
  expires_at integer not null,
  ended text
) strict, without rowid;
create index account_link_by_account on account_link (account_id);
create index account_link_by_creator on account_link (created_by);

create table account_totp (
  account_id integer primary key references account (id) on delete cascade,
  secret text not null,
  created_at integer not null,
  confirmed_at integer,
  last_step integer
) strict;

create table recovery_code (
  account_id integer not null references account (id) on delete cascade,
  code_hash text not null,
  used_at integer,
  primary key (account_id, code_hash)
) strict, without rowid;

create table passkey (
  id text primary key,
  account_id integer not null references account (id) on delete cascade,
  name text not null,
  public_key text not null,
  sign_count integer not null,
  transports text not null default '[]',
  created_at integer not null,
  last_used_at integer
) strict, without rowid;
create index passkey_by_account on passkey (account_id);

create table account_identity (
  issuer text not null,
  subject text not null,
  account_id integer not null references account (id) on delete cascade,
  created_at integer not null,
  primary key (issuer, subject)
) strict, without rowid;
create index account_identity_by_account on account_identity (account_id);

alter table token add column account_id integer references account (id) on delete cascade;
create index token_by_account on token (account_id);
alter table token add column created_by integer references account (id) on delete set null;
create index token_by_creator on token (created_by);
alter table token add column is_bound integer not null default 0;

create table token_project (
  token_id integer not null references token (id) on delete cascade,
  project_id integer not null references project (id) on delete cascade,
  primary key (token_id, project_id)
) strict, without rowid;
create index token_project_by_project on token_project (project_id);

create table audit_entry (
  id integer primary key,
  at integer not null,
  account_id integer,
  actor text not null,
  ip text,
  action text not null,
  target text not null,
  details text not null default '{}'
) strict;
create index audit_entry_by_time on audit_entry (at, id);

create trigger audit_entry_stays before update on audit_entry begin
  select raise(abort, 'Cannot change an entry of the audit log');
end;
create trigger audit_entry_kept before delete on audit_entry
  when old.at > unixepoch() * 1000 - ${AUDIT_KEPT_MS} begin
  select raise(abort, 'Cannot delete an entry of the audit log before 400 days');
end;
`
