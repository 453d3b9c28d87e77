import { tablesWith } from '#server/store/schema/tables.ts'

/** Finds issues whose counts differ from the stored events, and rows of no issue. Nothing may have been deleted by age. */
export async function listIssueMistakes(
  select: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (const sql of [...COUNTS, ...ORPHANS]) found.push(...(await select(sql)))
  return found
}

const counted = (name: string, counts: string, rows: string) => `
  select '${name}' as mistake, coalesce(c.issue_id, r.issue_id) as issue, c.counted, r.stored
  from (${counts}) as c full join (${rows}) as r using (issue_id, part)
  where coalesce(c.counted, 0) <> coalesce(r.stored, 0)`

/** The sums of a table, and the same of the events' rows. */
const ofTable = (table: string, part: string, ofEvent: string) =>
  counted(
    table,
    `select issue_id, ${part} as part, sum(event_count) as counted from ${table} group by 1, 2`,
    `select issue_id, ${ofEvent} as part, count(*) as stored from event group by 1, 2`,
  )

const scope = `concat(environment, '/', release)`
const hour = 'received_at / 3600000'
const day = 'received_at / 86400000'

const COUNTS = [
  counted(
    'issue',
    `select id as issue_id, 0 as part, event_count as counted from issue`,
    `select issue_id, 0 as part, count(*) as stored from event group by 1`,
  ),
  ofTable('issue_hour', 'hour', hour),
  ofTable('issue_day', 'day', day),
  ofTable('issue_scope_hour', `concat(hour, '/', ${scope})`, `concat(${hour}, '/', ${scope})`),
  ofTable('issue_scope_day', `concat(day, '/', ${scope})`, `concat(${day}, '/', ${scope})`),
  ...['release', 'environment'].map((key) =>
    counted(
      `tag ${key}`,
      `select issue_id, value as part, event_count as counted from issue_tag where key = '${key}'`,
      `select issue_id, ${key} as part, count(*) as stored from event where ${key} is not null group by 1, 2`,
    ),
  ),
]

const ORPHANS = [
  ...tablesWith({ owner: 'issue' }).map(
    (table) => `
      select '${table} of no issue' as mistake, issue_id as issue from ${table}
      where issue_id not in (select id from issue)`,
  ),
  `select 'event of no issue' as mistake, issue_id as issue from event where issue_id not in (select id from issue)`,
  `select 'event beside its key' as mistake, event.issue_id as issue
    from event join issue_grouping on issue_grouping.id = event.grouping_id
    where event.issue_id <> issue_grouping.issue_id`,
]
