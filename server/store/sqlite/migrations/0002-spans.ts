/**
 * The unique index on spans begins with the trace, though other keys begin with the project: a trace is read over
 * all projects, and one index of random ids costs the writer less than two. Attributes stand in `data` while they
 * are short, else in a block, as events' payloads do. Eight characters of an event's trace tell traces apart well
 * enough, and make the index half as large: the whole ids added half to what the writer wrote.
 */
export const spans = `
create table span (
  id integer primary key,
  project_id integer not null,
  trace_id text not null,
  span_id text not null,
  parent_span_id text,
  segment_id text,
  is_segment integer not null,
  event_id text,
  op text not null,
  name text not null,
  side text not null,
  status text not null,
  start_us integer not null,
  duration_us integer not null,
  release text,
  environment text,
  received_at integer not null,
  measurements text,
  data text,
  block_id integer references payload_block (id),
  block_offset integer,
  block_length integer
) strict;
create unique index span_by_trace on span (trace_id, span_id, project_id);
create index span_by_start on span (project_id, start_us) where is_segment = 1;
create index span_by_block on span (block_id) where block_id is not null;

alter table event add column span_id text;
create index event_by_trace on event (substr(trace_id, 1, 8)) where trace_id is not null;
`
