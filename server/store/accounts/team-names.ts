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

/** Counts the members of each team by its id, disabled ones too, as its page does. Teams without members are left out. */
export async function countTeamMembers(
  db: Pick<Kysely<Database>, 'selectFrom'>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('team_member')
    .select((eb) => ['team_id as teamId', eb.fn.countAll<number>().as('members')])
    .groupBy('team_id')
    .execute()
  return new Map(rows.map(({ teamId, members }) => [teamId, members]))
}

/** The projects that are limited to a team, by its slug or its id; undefined where there is no such team. */
export async function listProjectIdsOfTeam(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  name: string,
): Promise<number[] | undefined> {
  const teams = await listTeamNames(db)
  const team = teams.find(({ slug }) => slug === name) ?? teams.find(({ id }) => String(id) === name)
  if (!team) return undefined
  const rows = await db
    .selectFrom('team_project')
    .innerJoin('project', 'project.id', 'team_project.project_id')
    .select('project.id')
    .where('team_project.team_id', '=', team.id)
    .where('project.access', '=', 'teams')
    .execute()
  return rows.map(({ id }) => id)
}
