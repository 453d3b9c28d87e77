import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** A team that people can be invited to. */
export interface TeamName {
  id: number
  name: string
}

export function listTeamNames(db: Pick<Kysely<Database>, 'selectFrom'>): Promise<TeamName[]> {
  return db.selectFrom('team').select(['id', 'name']).orderBy('name').execute()
}
