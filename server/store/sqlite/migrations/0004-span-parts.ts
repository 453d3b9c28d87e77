/**
 * A row for each span, with an index of its random ids, was most of what the writer wrote: 8 kB for a transaction of
 * twenty. Spans are read by their trace, all together, so what arrived together is one part now, compressed with
 * others; its ids, eight bytes each, stand in the row and tell repeats. What begins in each process has a row of its
 * own, for lists. The index has whole ids of traces, unlike that of events: the writer reads by it, and whoever sends
 * many ids that begin alike must not slow it down. Nothing was released that had stored spans otherwise.
 */
export const spanParts = `
drop table span;

create table span_part (
  id integer primary key,
  project_id integer not null,
  trace_id text not null,
  span_count integer not null,
  span_ids blob not null,
  received_at integer not null,
  block_id integer not null references payload_block (id),
  block_offset integer not null,
  block_length integer not null
) strict;
create index span_part_by_trace on span_part (trace_id);
create index span_part_by_block on span_part (block_id);

create table segment (
  id integer primary key,
  project_id integer not null,
  trace_id text not null,
  span_id text not null,
  event_id text,
  op text not null,
  name text not null,
  side text not null,
  status text not null,
  start_us integer not null,
  duration_us integer not null,
  release text,
  environment text,
  measurements text,
  received_at integer not null
) strict;
create index segment_by_start on segment (project_id, start_us);
`
