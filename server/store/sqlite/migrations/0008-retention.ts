/** Each table, the category that it counts as, how many one row stands for and what it holds. */
const COUNTED = [
  ['event', 'events', '1', 'block_length'],
  ['span_part', 'spans', 'span_count', 'block_length'],
  ['segment', 'segments', '1', '0'],
  ['log', 'logs', '1', 'block_length'],
  ['metric', 'metrics', '1', 'block_length'],
  ['attachment', 'attachments', '1', 'size_bytes'],
  ['feedback', 'feedback', '1', '0'],
  ['check_in', 'check_ins', '1', '0'],
  ['release_session', 'sessions', '1', '0'],
] as const

/**
 * `redundancy` is given in eviction-rank.ts; what is there already is counted as if it had come in the order of its
 * ids. The index finds what a project can miss most without looking at the rest.
 *
 * What is stored of a project is counted by triggers: rows are deleted in several places, and whoever forgot to count
 * would make a quota delete too much. They cost the writer a microsecond a row.
 */
export const retention = `
alter table event add column redundancy integer not null default 0;
update event set redundancy = ranked.redundancy
from (
  select id, case n when 1 then -8 else cast(log2(n) as integer) - cast(log2(n & -n) as integer) end as redundancy
  from (select id, row_number() over (partition by issue_id order by id) as n from event)
) as ranked
where ranked.id = event.id;
create index event_by_redundancy on event (project_id, redundancy, id);

create table storage_use (
  project_id integer not null,
  category text not null,
  quantity integer not null,
  payload_bytes integer not null,
  primary key (project_id, category)
) strict, without rowid;
${COUNTED.map(counting).join('')}`

function counting([table, category, quantity, bytes]: (typeof COUNTED)[number]): string {
  const of = (row: 'new' | 'old', column: string) => (/^\d/.test(column) ? column : `${row}.${column}`)
  return `
insert into storage_use
  select project_id, '${category}', sum(${quantity}), sum(${bytes}) from ${table} group by project_id;
create trigger ${table}_stored after insert on ${table} begin
  insert into storage_use values (new.project_id, '${category}', ${of('new', quantity)}, ${of('new', bytes)})
  on conflict do update set quantity = quantity + excluded.quantity,
    payload_bytes = payload_bytes + excluded.payload_bytes;
end;
create trigger ${table}_deleted after delete on ${table} begin
  update storage_use set quantity = quantity - ${of('old', quantity)},
    payload_bytes = payload_bytes - ${of('old', bytes)}
  where project_id = old.project_id and category = '${category}';
end;
`
}
