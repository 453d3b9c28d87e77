import type { Assignee } from '#server/models/accounts/assignee.ts'
import { selectPeopleOf, selectTeamsOf } from '#server/store/accounts/members/project-people.ts'
import { rememberPerStore } from '#server/store/engine/cached-reads-per-store.ts'
import type { Store } from '#server/store/engine/store.ts'

/**
 * Lists whom issues can be assigned to, teams first: those who see the project with this slug, or without one all who may
 * sign in, for issues of several projects. Every page of a list asks, so it answers from memory while nothing is written.
 */
export function listAssignees(
  store: Store,
  clock: () => number,
  projectSlug?: string,
): Promise<readonly Assignee[]> {
  return remembered(store, clock, projectSlug ?? OF_ALL)
}

/** No slug. */
const OF_ALL = ''

const remembered = rememberPerStore((store, slug: string) => queryAssignees(store, slug))

/** The same, from the database. */
export async function queryAssignees({ db }: Store, slug = OF_ALL): Promise<readonly Assignee[]> {
  const project =
    slug === OF_ALL
      ? undefined
      : await db.selectFrom('project').select('id').where('slug', '=', slug).executeTakeFirst()
  if (slug !== OF_ALL && project === undefined) return []
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
