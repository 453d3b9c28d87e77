import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** A team that people can be invited to, and issues assigned to. */
export interface TeamName {
  id: number
  slug: string
  name: string
}

export function listTeamNames(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<TeamName[]> {
  return db.selectFrom('team').select(['id', 'slug', 'name']).orderBy('name').execute()
}
