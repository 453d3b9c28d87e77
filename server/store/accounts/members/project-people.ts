import type { Kysely } from 'kysely'
import type { Role } from '#server/models/accounts/roles.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Owners and admins see all projects. */
const SEE_ALL: Role[] = ['admin', 'owner']

/** Lists the accounts that may sign in and see a project, by address. */
export function selectPeopleOf(db: Pick<Kysely<Database>, 'selectFrom'>, projectId: number) {
  return db
    .selectFrom('account')
    .select(['account.id', 'account.email', 'account.name'])
    .where('account.disabled_at', 'is', null)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('account.role', 'in', SEE_ALL),
        exists(
          selectFrom('project')
            .select('project.id')
            .where('project.id', '=', projectId)
            .where('project.access', '=', 'all'),
        ),
        exists(
          selectFrom('team_member')
            .innerJoin('team_project', 'team_project.team_id', 'team_member.team_id')
            .select('team_member.team_id')
            .whereRef('team_member.account_id', '=', 'account.id')
            .where('team_project.project_id', '=', projectId),
        ),
      ]),
    )
    .orderBy('account.email')
}

/** Lists the teams that see a project, by name: all of them where everybody sees it. */
export function selectTeamsOf(db: Pick<Kysely<Database>, 'selectFrom'>, projectId: number) {
  return db
    .selectFrom('team')
    .select(['team.id', 'team.slug', 'team.name'])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('project')
            .select('project.id')
            .where('project.id', '=', projectId)
            .where('project.access', '=', 'all'),
        ),
        exists(
          selectFrom('team_project')
            .select('team_project.team_id')
            .whereRef('team_project.team_id', '=', 'team.id')
            .where('team_project.project_id', '=', projectId),
        ),
      ]),
    )
    .orderBy('team.name')
}
