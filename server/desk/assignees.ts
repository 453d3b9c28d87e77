import type { Assignee } from '#server/models/accounts/assignee.ts'
import { selectPeopleOf, selectTeamsOf } from '#server/store/accounts/members/project-people.ts'
import type { Store } from '#server/store/engine/store.ts'

/**
 * Lists whom issues can be assigned to, teams first: those who see the project with this slug, or without one all who may
 * sign in, for issues of several projects.
 */
export async function listAssignees({ db }: Store, projectSlug?: string): Promise<Assignee[]> {
  const project =
    projectSlug === undefined
      ? undefined
      : await db.selectFrom('project').select('id').where('slug', '=', projectSlug).executeTakeFirst()
  if (projectSlug !== undefined && project === undefined) return []
  const [accounts, teams] = await Promise.all(
    project === undefined
      ? [
          db
            .selectFrom('account')
            .select(['id', 'email', 'name'])
            .where('disabled_at', 'is', null)
            .orderBy('email')
            .execute(),
          db.selectFrom('team').select(['id', 'slug', 'name']).orderBy('name').execute(),
        ]
      : [selectPeopleOf(db, project.id).execute(), selectTeamsOf(db, project.id).execute()],
  )
  return [
    ...teams.map((team) => ({ type: 'team' as const, ...team })),
    ...accounts.map((account) => ({ type: 'user' as const, ...account })),
  ]
}
