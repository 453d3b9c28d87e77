import { type Kysely, sql } from 'kysely'
import { FIELD_PREFIX } from '#server/processing/search-fields.ts'
import { OTHER_KEYS } from '#server/store/issues/tag-limits.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { like, rows } from '#server/store/words.ts'

const MOST_KEYS = 200
const MOST_VALUES = 100

/** Tags that issues have, those of the most issues first. */
export function listTagKeys(db: Kysely<Database>) {
  return db
    .selectFrom('issue_tag_key')
    .where('key', '<>', OTHER_KEYS)
    .where((eb) => eb.not(like(sql.ref('key'), [FIELD_PREFIX, ''])))
    .groupBy('key')
    .select(({ fn }) => ['key', fn.countAll<number>().as('issueCount')])
    .orderBy('issueCount', 'desc')
    .orderBy('key')
    .limit(MOST_KEYS)
    .execute()
}

/** A tag's values, those of the most issues first. */
export function listTagValues(db: Kysely<Database>, key: string) {
  return db
    .selectFrom('issue_tag')
    .where('key', '=', key)
    .groupBy('value')
    .select(({ fn }) => [
      'value',
      fn.countAll<number>().as('issueCount'),
      fn.sum<number>('event_count').as('eventCount'),
      fn.min('first_seen').as('firstSeen'),
      fn.max('last_seen').as('lastSeen'),
    ])
    .orderBy('issueCount', 'desc')
    .orderBy('value')
    .limit(MOST_VALUES)
    .execute()
}

/** Those of some keys that any issue has as a tag. Each is one look-up, however many issues have it. */
export async function findTagKeys(
  db: Kysely<Database>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = rows(JSON.stringify(keys.map((key) => [key])), { key: 'text' })
  const found = await db
    .selectFrom(asked.as('asked'))
    .select('asked.key')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('issue_tag_key')
          .select('issue_tag_key.issue_id')
          .whereRef('issue_tag_key.key', '=', 'asked.key')
          .where('issue_tag_key.key', '<>', OTHER_KEYS),
      ),
    )
    .execute()
  return new Set(found.map(({ key }) => key))
}
