import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { StoreOptions } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'

export interface NewProject {
  slug: string
  name: string
  publicKey: string
  now: number
}

/** A project and the key that its first DSN is made of. */
export async function insertProject(
  trx: Transaction<Database>,
  project: NewProject,
): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto('project')
    .values({ slug: project.slug, name: project.name, created_at: project.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('project_key')
    .values({ project_id: id, public_key: project.publicKey, created_at: project.now })
    .execute()
  return { id }
}

/** Adds the desk's own project to a store that has none yet. */
export async function ensureOwnProject(
  trx: Transaction<Database>,
  { clock = Date.now, newKey = () => randomProjectKey(randomBytes) }: StoreOptions,
): Promise<void> {
  const any = await trx.selectFrom('project').select('id').limit(1).executeTakeFirst()
  if (any) return
  await insertProject(trx, { slug: 'crumbtrail', name: 'Crumbtrail', publicKey: newKey(), now: clock() })
}

/** A row among a project's settings: what makes it the demo, whatever it is called. */
export const DEMO_MARK = 'demo'

/** A row among a project's settings: that it is being deleted, since when. */
export const DELETION_MARK = 'deletion'

const LONGEST_NAME = 80

/** Adds a project by name, for the desk and the command line alike; refuses a name that can't be one. */
export async function addProject(
  trx: Transaction<Database>,
  given: { name: string; publicKey: string; now: number },
): Promise<{ id: number; slug: string } | { refusal: string }> {
  const name = given.name.trim()
  const wrong = wrongNameOf(name)
  if (wrong !== undefined) return { refusal: `Cannot create the project: ${wrong}` }
  const slug = slugify(name)
  if (slug === '') return { refusal: 'Cannot create the project: its name has neither a letter nor a digit' }
  const taken = await trx.selectFrom('project').select('id').where('slug', '=', slug).executeTakeFirst()
  if (taken) return { refusal: `Cannot create the project: the name "${slug}" is taken` }
  const { id } = await insertProject(trx, { slug, name, publicKey: given.publicKey, now: given.now })
  return { id, slug }
}

/** What is wrong with a project's name; undefined if it can be one. */
export function wrongNameOf(name: string): string | undefined {
  if (name === '') return 'its name is empty'
  return name.length > LONGEST_NAME ? `its name is longer than ${LONGEST_NAME} characters` : undefined
}

/** Letters of every script stay: an address can hold them, and a name in Greek must not become empty. */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
}

/** 32 lower-case hex characters: the user part of a DSN. */
export function randomProjectKey(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(16)).toString('hex')
}

export interface ProjectRow {
  id: number
  slug: string
  name: string
  createdAt: number
  openIssueCount: number
  /** The oldest key that works; null when all are disabled. */
  publicKey: string | null
  /** 1 for the one that is invented. */
  isDemo: number
  /** 1 for one that is being deleted. */
  isGoing: number
}

/** Finds a project by its address, without what lists show of it. */
export function findProjectId(
  db: Kysely<Database>,
  slug: string,
): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom('project').select(['id', 'name']).where('slug', '=', slug).executeTakeFirst()
}

const queryProjects = prepareQuery((db) => selectProjects(db).orderBy('project.id'))
const queryProject = prepareQuery((db, { slug }: { slug: string }) =>
  selectProjects(db).where('project.slug', '=', slug),
)

export function listProjectRows(db: Kysely<Database>): Promise<ProjectRow[]> {
  return queryProjects(db, {})
}

/** Every page looks up the application's own project. */
export async function findProjectRow(db: Kysely<Database>, slug: string): Promise<ProjectRow | undefined> {
  const [project] = await queryProject(db, { slug })
  return project
}

function selectProjects(db: Kysely<Database>) {
  return db.selectFrom('project').select((eb) => [
    'project.id',
    'project.slug',
    'project.name',
    'project.created_at as createdAt',
    eb
      .selectFrom('issue')
      .select((count) => count.fn.countAll<number>().as('count'))
      .whereRef('issue.project_id', '=', 'project.id')
      .where('issue.status', '=', 'open')
      .$asScalar()
      .$notNull()
      .as('openIssueCount'),
    eb
      .selectFrom('project_key')
      .select('public_key')
      .whereRef('project_key.project_id', '=', 'project.id')
      .where('is_active', '=', 1)
      .where('is_for_pages', '=', 0)
      .orderBy('project_key.id')
      .limit(1)
      .as('publicKey'),
    isMarked(eb, DEMO_MARK).as('isDemo'),
    isMarked(eb, DELETION_MARK).as('isGoing'),
  ])
}

/** Whether a project's settings have such a row: 1 or 0. */
function isMarked(eb: ExpressionBuilder<Database, 'project'>, key: string) {
  return eb
    .exists(
      eb
        .selectFrom('project_setting')
        .select('key')
        .whereRef('project_setting.project_id', '=', 'project.id')
        .where('key', '=', key),
    )
    .$castTo<number>()
}

/** The addresses and names of these projects, by their ids. */
export async function listProjectNames(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<Map<number, { slug: string; name: string }>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'slug', 'name'])
    .where('id', 'in', [0, ...ids]) // no project has the first, and a list needs one
    .execute()
  return new Map(rows.map(({ id, slug, name }) => [id, { slug, name }]))
}
