/**
 * Lists of traces read segments by when they began, by name, by what failed and by how long they took. When the first
 * segment of a part began stands in the part's row: whether a segment is the first of its trace is then told by the
 * index that the writer has of parts anyway. An index of segments by their traces, random ids again, would cost it more
 * than the four below together.
 */
export const traces = `
alter table span_part add column first_segment_us integer;
update span_part set first_segment_us = first.start_us
from (select project_id, trace_id, min(start_us) as start_us from segment group by project_id, trace_id) as first
where first.project_id = span_part.project_id and first.trace_id = span_part.trace_id;

create index segment_by_time on segment (start_us);
create index segment_by_name on segment (name, start_us);
create index segment_by_duration on segment (duration_us, id, start_us);
create index segment_by_failure on segment (start_us) where status <> 'ok';
`
