import { sql, type Transaction } from 'kysely'
import { type DailyUsers, mergeDailyUsers } from '#server/processing/sketches/daily-users.ts'
import { countDistinct, EMPTY_SKETCH, mergeSketches } from '#server/processing/sketches/distinct-count.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { greatest, least } from '#server/store/words.ts'

export interface IssueMove {
  projectId: number
  from: readonly number[]
  to: number
}

/** What the aggregates count of issues, added up where issues become one. */

export const mergeHours = (trx: Transaction<Database>, move: IssueMove) => addUp(trx, 'issue_hour', move)
export const mergeDays = (trx: Transaction<Database>, move: IssueMove) => addUp(trx, 'issue_day', move)
export const mergeScopeHours = (trx: Transaction<Database>, move: IssueMove) =>
  addUp(trx, 'issue_scope_hour', move)
export const mergeScopeDays = (trx: Transaction<Database>, move: IssueMove) =>
  addUp(trx, 'issue_scope_day', move)

/** By what the events of an issue are counted apart. */
const KEYS = {
  issue_hour: ['hour'],
  issue_day: ['day'],
  issue_scope_hour: ['hour', 'environment', 'release'],
  issue_scope_day: ['day', 'environment', 'release'],
} as const

function addUp(trx: Transaction<Database>, table: keyof typeof KEYS, { projectId, from, to }: IssueMove) {
  const counts = sql.table(table)
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)))
  return sql`
    insert into ${counts} (project_id, issue_id, ${key}, event_count)
    select project_id, ${to}, ${key}, sum(event_count) from ${counts}
    where project_id = ${projectId} and issue_id in (${sql.join(from)})
    group by project_id, ${key}
    on conflict (project_id, issue_id, ${key}) do update
      set event_count = ${counts}.event_count + excluded.event_count`.execute(trx)
}

export function mergeTags(trx: Transaction<Database>, { projectId, from, to }: IssueMove) {
  const tags = sql.table('issue_tag')
  return sql`
    insert into ${tags} (project_id, issue_id, key, value, event_count, first_seen, last_seen)
    select project_id, ${to}, key, value, sum(event_count), min(first_seen), max(last_seen) from ${tags}
    where project_id = ${projectId} and issue_id in (${sql.join(from)})
    group by project_id, key, value
    on conflict (project_id, issue_id, key, value) do update
      set event_count = issue_tag.event_count + excluded.event_count,
        first_seen = ${least(sql.ref('issue_tag.first_seen'), sql.ref('excluded.first_seen'))},
        last_seen = ${greatest(sql.ref('issue_tag.last_seen'), sql.ref('excluded.last_seen'))}`.execute(trx)
}

/** After their values, which it counts. */
export async function mergeTagKeys(trx: Transaction<Database>, { projectId, from, to }: IssueMove) {
  const keys = sql.table('issue_tag_key')
  await sql`
    insert into ${keys} (project_id, issue_id, key, value_count, other_count)
    select project_id, ${to}, key, 0, sum(other_count) from ${keys}
    where project_id = ${projectId} and issue_id in (${sql.join(from)})
    group by project_id, key
    on conflict (project_id, issue_id, key) do update
      set other_count = issue_tag_key.other_count + excluded.other_count`.execute(trx)
  await trx
    .updateTable('issue_tag_key')
    .set(({ selectFrom }) => ({
      value_count: selectFrom('issue_tag')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('issue_tag.project_id', '=', 'issue_tag_key.project_id')
        .whereRef('issue_tag.issue_id', '=', 'issue_tag_key.issue_id')
        .whereRef('issue_tag.key', '=', 'issue_tag_key.key'),
    }))
    .where('project_id', '=', projectId)
    .where('issue_id', '=', to)
    .execute()
}

/** Whom both have hit is one person. */
export async function mergeUsers(trx: Transaction<Database>, { projectId, from, to }: IssueMove) {
  const rows = await trx
    .selectFrom('issue_user')
    .select('sketch')
    .where('project_id', '=', projectId)
    .where('issue_id', 'in', [to, ...from])
    .execute()
  if (rows.length === 0) return
  const sketch = rows.reduce((merged, row) => mergeSketches(merged, row.sketch), EMPTY_SKETCH)
  await trx
    .insertInto('issue_user')
    .values({ project_id: projectId, issue_id: to, sketch })
    .onConflict((oc) => oc.columns(['project_id', 'issue_id']).doUpdateSet({ sketch }))
    .execute()
  await trx
    .updateTable('issue')
    .set({ user_count: countDistinct(sketch) })
    .where('id', '=', to)
    .execute()
}

/** Rows of one statement: each has six values. */
const ROWS_AT_ONCE = 1_000

/** The users of each day; a user of both counts once here, too. */
export async function mergeUserDays(trx: Transaction<Database>, { projectId, from, to }: IssueMove) {
  const rows = await trx
    .selectFrom('issue_scope_user')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('issue_id', 'in', [to, ...from])
    .execute()
  const sketches = new Map<string, { row: (typeof rows)[number]; sketch: DailyUsers }>()
  for (const row of rows) {
    const name = JSON.stringify([row.day, row.environment, row.release])
    const known = sketches.get(name)
    sketches.set(name, { row, sketch: known ? mergeDailyUsers(known.sketch, row.sketch) : row.sketch })
  }
  const merged = Array.from(sketches.values(), ({ row, sketch }) => ({ ...row, issue_id: to, sketch }))
  for (let at = 0; at < merged.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('issue_scope_user')
      .values(merged.slice(at, at + ROWS_AT_ONCE))
      .onConflict((oc) =>
        oc
          .columns(['project_id', 'issue_id', 'day', 'environment', 'release'])
          .doUpdateSet((eb) => ({ sketch: eb.ref('excluded.sketch') })),
      )
      .execute()
  }
}

/** A merged issue keeps the texts of so many: who merges hundreds does not find it by each of their words. */
const MOST_TEXTS = 4

export async function mergeText(trx: Transaction<Database>, { projectId, from, to }: IssueMove) {
  const rows = await trx
    .selectFrom('issue_text')
    .select(['issue_id as issueId', 'text', 'line_hashes as hashes'])
    .where('issue_id', 'in', [to, ...from])
    .execute()
  const ordered = rows.toSorted((a, b) => Number(b.issueId === to) - Number(a.issueId === to))
  const kept = ordered.slice(0, MOST_TEXTS)
  if (kept.length === 0) return
  const text = kept.map((row) => row.text).join('\n')
  const line_hashes = kept.map((row) => row.hashes).join('')
  await trx
    .insertInto('issue_text')
    .values({ project_id: projectId, issue_id: to, text, line_hashes })
    .onConflict((oc) => oc.column('issue_id').doUpdateSet({ text, line_hashes }))
    .execute()
}
