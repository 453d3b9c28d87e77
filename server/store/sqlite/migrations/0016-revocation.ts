/**
 * What it takes to take access back: accounts that may not sign in, tokens that end and say when they were used, where a
 * session began. `known_device` has the browsers in which somebody signed in: they are not held up by others' guesses.
 */
export const revocation = `
alter table account add column disabled_at integer;

alter table session add column ip text;
alter table session add column user_agent text;

alter table token add column expires_at integer;
alter table token add column last_used_at integer;

create table known_device (
  token_hash text primary key,
  account_id integer not null references account (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
create index known_device_by_account on known_device (account_id, created_at);
`
