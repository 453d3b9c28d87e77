/**
 * What was uploaded for a project (`artifact`, by the bundle that it came in), and source maps compiled once for all
 * projects: blocks of mappings, and the texts of sources, which releases share.
 */
export const sourceMaps = `
create table source_map (
  id integer primary key,
  hash text not null unique,
  size_bytes integer not null,
  created_at integer not null
) strict;

create table source_map_block (
  map_id integer not null references source_map (id) on delete cascade,
  kind text not null,
  line integer not null,
  col integer not null,
  data blob not null,
  primary key (map_id, kind, line, col)
) strict, without rowid;

create table source_text (
  id integer primary key,
  hash text not null unique,
  data blob not null
) strict;

create table source_map_source (
  map_id integer not null references source_map (id) on delete cascade,
  source_index integer not null,
  path text not null,
  text_id integer references source_text (id),
  primary key (map_id, source_index)
) strict, without rowid;
create index source_map_source_by_text on source_map_source (text_id) where text_id is not null;

create table artifact_bundle (
  project_id integer not null references project (id),
  checksum text not null,
  state text not null,
  detail text,
  release text,
  dist text,
  tool text,
  created_at integer not null,
  primary key (project_id, checksum)
) strict, without rowid;

create table artifact (
  id integer primary key,
  project_id integer not null references project (id),
  checksum text not null,
  kind text not null,
  url text not null,
  debug_id text,
  release text,
  dist text,
  map_id integer references source_map (id),
  map_url text,
  refusal text,
  created_at integer not null,
  used_at integer not null
) strict;
create index artifact_by_debug_id on artifact (debug_id, project_id) where debug_id is not null;
create index artifact_by_url on artifact (project_id, url, release);
create index artifact_by_bundle on artifact (project_id, checksum);
create index artifact_by_use on artifact (used_at);
create index artifact_by_map on artifact (map_id) where map_id is not null;
`
