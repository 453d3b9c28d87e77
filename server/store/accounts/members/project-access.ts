import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/** Who sees a project: everybody, or these teams. The teams are kept while everybody sees it. */
export interface ProjectAccess {
  access: 'all' | 'teams'
  /** In the order of their ids. */
  teamIds: number[]
}

/** What a form shows of it, as a text by which the server notices that it changed meanwhile: `teams 1 2`. */
export function versionOfAccess({ access, teamIds }: ProjectAccess): string {
  return [access, ...teamIds].join(' ')
}

export async function findProjectAccess(
  db: Kysely<Database>,
  slug: string,
): Promise<(ProjectAccess & { id: number }) | undefined> {
  const project = await db
    .selectFrom('project')
    .select(['id', 'access'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (project === undefined) return undefined
  const teams = await db
    .selectFrom('team_project')
    .select('team_id as id')
    .where('project_id', '=', project.id)
    .orderBy('team_id')
    .execute()
  const access = project.access === 'teams' ? 'teams' : 'all'
  return { id: project.id, access, teamIds: teams.map(({ id }) => id) }
}

export async function saveProjectAccess(
  trx: Transaction<Database>,
  projectId: number,
  { access, teamIds }: ProjectAccess,
): Promise<void> {
  await trx.updateTable('project').set({ access }).where('id', '=', projectId).execute()
  await trx.deleteFrom('team_project').where('project_id', '=', projectId).execute()
  if (teamIds.length === 0) return
  await trx
    .insertInto('team_project')
    .values(teamIds.map((id) => ({ team_id: id, project_id: projectId })))
    .execute()
}
