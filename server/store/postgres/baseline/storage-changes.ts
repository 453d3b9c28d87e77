/** Each table, the category that it counts as, how many rows stand for and what they hold. */
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

/** The writer counts what it stores of the other ones. */
const COUNTED_WHEN_STORED: ReadonlySet<string> = new Set([
  'attachment',
  'feedback',
  'check_in',
  'release_session',
])

/**
 * What is stored of a project is counted by triggers, as on SQLite, whoever stores or deletes it. They only append: a row of
 * `storage_use` is that of all that a project has of a category, for which all who store its sessions would wait, and the
 * folder for whoever deletes. `addUpStorage()` adds the changes up.
 */
export const storageChanges = `
create table storage_change (
  project_id bigint not null,
  category text not null,
  quantity bigint not null,
  payload_bytes bigint not null
);
${COUNTED.flatMap(([table, ...counted]) => [
  ...(COUNTED_WHEN_STORED.has(table) ? [trigger(table, 'insert', counted)] : []),
  trigger(table, 'delete', counted),
]).join('')}`

/** One row for each project whose rows a statement stored or deleted, of however many. */
function trigger(table: string, event: 'insert' | 'delete', [category, quantity, bytes]: string[]): string {
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
