/** Each table with its category, and the SQL of its quantity and of its bytes. */
const COUNTED = [
  ['event', 'events', 'count(*)', 'sum(block_length)'],
  ['span_part', 'spans', 'sum(span_count)', 'sum(block_length)'],
  ['segment', 'segments', 'count(*)', '0'],
  ['log', 'logs', 'count(*)', 'sum(block_length)'],
  ['metric', 'metrics', 'count(*)', 'sum(block_length)'],
  ['attachment', 'attachments', 'count(*)', 'sum(size_bytes)'],
  ['feedback', 'feedback', 'count(*)', '0'],
  ['check_in', 'check_ins', 'count(*)', '0'],
  ['release_session', 'sessions', 'count(*)', '0'],
] as const

/** Insertions into these tables are counted here. The writer counts those into the others. */
const COUNTED_WHEN_STORED: ReadonlySet<string> = new Set([
  'attachment',
  'feedback',
  'check_in',
  'release_session',
])

/**
 * Triggers count what is stored of a project, as on SQLite, whoever stores or deletes it. They only append. If they changed
 * `storage_use`, all writers of a project's sessions would wait for the same row, and so would the folder and whoever
 * deletes. `addUpStorage()` adds the changes up.
 */
export const storageChanges = `
create table storage_change (
  project_id bigint not null,
  category text not null,
  quantity bigint not null,
  payload_bytes bigint not null
);
${COUNTED.flatMap(([table, ...counted]) => [
  ...(COUNTED_WHEN_STORED.has(table) ? [countingTrigger(table, 'insert', counted)] : []),
  countingTrigger(table, 'delete', counted),
]).join('')}`

/** Makes a trigger that appends one row for each project whose rows a statement stored or deleted. */
export function countingTrigger(
  table: string,
  event: 'insert' | 'delete',
  [category, quantity, bytes]: readonly string[],
): string {
  const [sign, rows] = event === 'insert' ? ['', 'new'] : ['-', 'old']
  const name = `${table}_counted_on_${event}`
  return `
create function ${name}() returns trigger language plpgsql as $$ begin
  insert into storage_change (project_id, category, quantity, payload_bytes)
    select project_id, '${category}', ${sign}${quantity}, ${sign}${bytes} from changed group by project_id;
  return null;
end $$;
create trigger ${name} after ${event} on ${table} referencing ${rows} table as changed
  for each statement execute function ${name}();
`
}
