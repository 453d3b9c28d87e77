import { type Dialect, Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import type { QueryObserver } from './store.ts'

export function openKysely(dialect: Dialect, onQuery: QueryObserver | undefined): Kysely<Database> {
  if (onQuery === undefined) return new Kysely<Database>({ dialect })
  return new Kysely<Database>({
    dialect,
    log: ({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis),
  })
}
