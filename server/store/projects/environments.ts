import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { toSettings } from './project-settings.ts'

const MOST_NAMES = 20
const MOST_OWN_NAMES = 100
const LATEST_ISSUES = 200

/**
 * Lists them by name, but not those that are hidden in every project that has them. Each is one step in an index: grouping all
 * issues' tags would read them all.
 */
export async function listEnvironmentNames(db: Kysely<Database>): Promise<string[]> {
  const hiders = await listHiders(db)
  const names: string[] = []
  for (let before = ''; names.length < MOST_NAMES; ) {
    const [next] = await selectNext(db, { before })
    if (next === undefined) break
    before = next.value
    const hiding = hiders.get(before)
    if (hiding === undefined || (await isShownElsewhere(db, before, hiding))) names.push(before)
  }
  return names
}

/** Lists the environments of one project by name, hidden ones too. */
export async function listOwnEnvironmentNames(db: Kysely<Database>, projectId: number): Promise<string[]> {
  const rows = await selectNames(db).where('project_id', '=', projectId).execute()
  return rows.map(({ value }) => value)
}

/**
 * Reads the environments of each project by name, without hidden ones. They are those of its issues that were seen last: all tags of
 * all issues would be too many for a list of projects.
 */
export async function readProjectEnvironments(
  db: Kysely<Database>,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const hiders = await listHiders(db)
  const environments = new Map<number, string[]>()
  for (const projectId of projectIds) {
    const latest = db
      .selectFrom('issue')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('last_seen', 'desc')
      .limit(LATEST_ISSUES)
    const rows = await selectNames(db).where('issue_id', 'in', latest).execute()
    const names = rows.map(({ value }) => value)
    environments.set(
      projectId,
      names.filter((name) => !hiders.get(name)?.includes(projectId)),
    )
  }
  return environments
}

function selectNames(db: Kysely<Database>) {
  return db
    .selectFrom('issue_tag')
    .select('value')
    .distinct()
    .where('key', '=', 'environment')
    .orderBy('value')
    .limit(MOST_OWN_NAMES)
}

/** The projects that hide an environment, by its name. */
async function listHiders(db: Kysely<Database>): Promise<ReadonlyMap<string, number[]>> {
  const rows = await db
    .selectFrom('project_setting')
    .select(['project_id as projectId', 'key', 'value'])
    .where('key', '=', 'environments')
    .execute()
  const hiders = new Map<string, number[]>()
  for (const { projectId, ...row } of rows) {
    for (const name of toSettings([row]).environments.hidden) {
      hiders.set(name, [...(hiders.get(name) ?? []), projectId])
    }
  }
  return hiders
}

async function isShownElsewhere(
  db: Kysely<Database>,
  name: string,
  hiding: readonly number[],
): Promise<boolean> {
  const other = await db
    .selectFrom('issue_tag')
    .select('value')
    .where('key', '=', 'environment')
    .where('value', '=', name)
    .where('project_id', 'not in', hiding)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
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
