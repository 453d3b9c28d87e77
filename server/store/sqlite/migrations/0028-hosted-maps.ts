/** The origins from which a project's source maps may be fetched, and what became of each script there. */
export const hostedMaps = `
create table hosted_origin (
  project_id integer not null references project (id),
  origin text not null,
  created_at integer not null,
  primary key (project_id, origin)
) strict, without rowid;

create table hosted_fetch (
  id integer primary key,
  project_id integer not null references project (id),
  origin text not null,
  url text not null,
  build text not null,
  release text,
  dist text,
  created_at integer not null,
  failures integer not null,
  tried_at integer,
  next_at integer,
  refusal text,
  unique (project_id, url, build)
) strict;
create index hosted_fetch_due on hosted_fetch (next_at) where next_at is not null;
create index hosted_fetch_by_try on hosted_fetch (tried_at) where tried_at is not null;

create index waiting_stack_to_look_up on waiting_stack (project_id, created_at) where state = 'waiting';
`
