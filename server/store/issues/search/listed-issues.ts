import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Issues by their keys, as a table to join from: JSON of pairs of project and issue, one value however many there are. */
export function selectListed(db: Kysely<Database>, keys: string) {
  return db.selectFrom(
    sql<{ project_id: number; issue_id: number }>`(
      select value ->> 0 as project_id, value ->> 1 as issue_id from json_each(${keys}))`.as<'listed'>(
      sql.ref('listed'),
    ),
  )
}
