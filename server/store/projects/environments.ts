import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

const MOST_NAMES = 20

/** Lists them by name. Each is one step in an index: grouping all issues' tags would read them all. */
export async function listEnvironmentNames(db: Kysely<Database>): Promise<string[]> {
  const names: string[] = []
  while (names.length < MOST_NAMES) {
    const [next] = await selectNext(db, { before: names.at(-1) ?? '' })
    if (next === undefined) break
    names.push(next.value)
  }
  return names
}

const selectNext = prepareQuery((db, { before }: { before: string }) =>
  db
    .selectFrom('issue_tag')
    .select('value')
    .where('key', '=', 'environment')
    .where('value', '>', before)
    .orderBy('value')
    .limit(1),
)
