import type { Kysely, Transaction } from 'kysely'
import { unassignAll } from '#server/store/issues/changes/unassign.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface Team {
  id: number
  slug: string
  name: string
  createdAt: number
  members: { id: number; email: string }[]
  /** The projects that only their teams see, this one among them. */
  projects: { slug: string; name: string }[]
}

/** Lists teams by their name. */
export async function listTeams(db: Kysely<Database>): Promise<Team[]> {
  const teams = await db
    .selectFrom('team')
    .select(['id', 'slug', 'name', 'created_at as createdAt'])
    .orderBy('name')
    .execute()
  const members = await db
    .selectFrom('team_member')
    .innerJoin('account', 'account.id', 'team_member.account_id')
    .select(['team_member.team_id as teamId', 'account.id', 'account.email'])
    .orderBy('account.email')
    .execute()
  const projects = await db
    .selectFrom('team_project')
    .innerJoin('project', 'project.id', 'team_project.project_id')
    .select(['team_project.team_id as teamId', 'project.slug', 'project.name'])
    .where('project.access', '=', 'teams')
    .orderBy('project.slug')
    .execute()
  const membersOf = Map.groupBy(members, ({ teamId }) => teamId)
  const projectsOf = Map.groupBy(projects, ({ teamId }) => teamId)
  return teams.map((team) => ({
    ...team,
    members: (membersOf.get(team.id) ?? []).map(({ id, email }) => ({ id, email })),
    projects: (projectsOf.get(team.id) ?? []).map(({ slug, name }) => ({ slug, name })),
  }))
}

export function findTeam(db: Kysely<Database>, id: number) {
  return db.selectFrom('team').select(['id', 'slug', 'name']).where('id', '=', id).executeTakeFirst()
}

/** Undefined when the slug is taken. */
export async function insertTeam(
  trx: Transaction<Database>,
  { slug, name, createdAt }: { slug: string; name: string; createdAt: number },
): Promise<number | undefined> {
  const row = await trx
    .insertInto('team')
    .values({ slug, name, created_at: createdAt })
    .onConflict((oc) => oc.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The slug stays, so that addresses do. */
export async function renameTeam(trx: Transaction<Database>, id: number, name: string): Promise<void> {
  await trx.updateTable('team').set({ name }).where('id', '=', id).execute()
}

/**
 * Deletes a team with its memberships. Projects that only it saw are seen by nobody but admins then, and its issues are
 * nobody's.
 */
export async function deleteTeam(
  trx: Transaction<Database>,
  { id, slug }: { id: number; slug: string },
  now: number,
): Promise<void> {
  await unassignAll(trx, { teamId: id, name: `#${slug}` }, now)
  await trx.deleteFrom('team_member').where('team_id', '=', id).execute()
  await trx.deleteFrom('team_project').where('team_id', '=', id).execute()
  await trx.deleteFrom('team').where('id', '=', id).execute()
}

export async function addTeamMember(
  trx: Transaction<Database>,
  { teamId, accountId }: { teamId: number; accountId: number },
): Promise<void> {
  await trx
    .insertInto('team_member')
    .values({ team_id: teamId, account_id: accountId })
    .onConflict((oc) => oc.columns(['team_id', 'account_id']).doNothing())
    .execute()
}

export async function removeTeamMember(
  trx: Transaction<Database>,
  { teamId, accountId }: { teamId: number; accountId: number },
): Promise<void> {
  await trx
    .deleteFrom('team_member')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .execute()
}
