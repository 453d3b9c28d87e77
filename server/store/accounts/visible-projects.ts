import type { Kysely } from 'kysely'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { VisibleProjects } from '#server/store/scope/scope-store.ts'

/**
 * Reads which projects an account may see. Owners and admins see all; others see those that are open to all, and those of
 * their teams.
 */
export async function readVisibleProjects(
  db: Kysely<Database>,
  { id, role }: { id: number; role: Role },
): Promise<VisibleProjects> {
  if (mayActAs(role, 'admin')) return 'all'
  const rows = await selectAccess(db, { id })
  const visible = rows.filter(({ access, isOfTeam }) => access === 'all' || Boolean(isOfTeam))
  return visible.length === rows.length ? 'all' : visible.map((row) => row.id)
}

const selectAccess = prepareQuery((db, { id }: { id: number }) =>
  db
    .selectFrom('project')
    .select(['project.id', 'project.access'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('team_project')
          .innerJoin('team_member', 'team_member.team_id', 'team_project.team_id')
          .select('team_project.team_id')
          .whereRef('team_project.project_id', '=', 'project.id')
          .where('team_member.account_id', '=', id),
      ).as('isOfTeam'),
    )
    .orderBy('project.id'),
)

/**
 * Reads which projects a token may see: those that it is bound to, or all, and never more than its owner sees. A token
 * without an owner is the organization's. One that is bound stays so when its projects are deleted.
 */
export async function readVisibleToToken(db: Kysely<Database>, tokenId: number): Promise<VisibleProjects> {
  const token = await db
    .selectFrom('token')
    .leftJoin('account', 'account.id', 'token.account_id')
    .select(['token.is_bound as isBound', 'account.id', 'account.role'])
    .where('token.id', '=', tokenId)
    .executeTakeFirst()
  if (token === undefined) return []
  const { isBound, id, role } = token
  const ofOwner = id === null || role === null ? 'all' : await readVisibleProjects(db, { id, role })
  if (isBound === 0) return ofOwner
  const rows = await db
    .selectFrom('token_project')
    .select('project_id as projectId')
    .where('token_id', '=', tokenId)
    .orderBy('project_id')
    .execute()
  const bound = rows.map(({ projectId }) => projectId)
  return ofOwner === 'all' ? bound : bound.filter((projectId) => ofOwner.includes(projectId))
}
