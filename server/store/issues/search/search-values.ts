import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

const MOST_KEYS = 200
const MOST_VALUES = 100

/** Tags that issues have, those of the most issues first. */
export function listTagKeys(db: Kysely<Database>) {
  return db
    .selectFrom('issue_tag_key')
    .where('key', '<>', '') // the keys beyond the most that are kept
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
