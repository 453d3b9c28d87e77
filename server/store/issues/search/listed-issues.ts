import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'

/** Issues by their keys, as a table to join from: JSON of pairs of project and issue, one value however many there are. */
export function selectListed(db: Kysely<Database>, keys: string) {
  return db.selectFrom(rows(keys, { project_id: 'integer', issue_id: 'integer' }).as('listed'))
}
