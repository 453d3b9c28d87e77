import { type Kysely, sql, type Transaction } from 'kysely'
import type { ChangedFile, GivenCommit, ReleaseCommit, ReleaseWork } from '#server/models/releases/commits.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { contains } from '#server/store/words.ts'

interface OfRelease {
  projectId: number
  version: string
}

/** Rows of one statement: PostgreSQL takes 65,535 values, SQLite 32,766. */
const ROWS_AT_ONCE = 100
const MOST_AUTHORS = 100

/** Replaces the commits of a release, the newest first, as Sentry does: a second report is a better one. */
export async function replaceCommits(
  trx: Transaction<Database>,
  { projectId, version }: OfRelease,
  { commits, now }: { commits: readonly GivenCommit[]; now: number },
): Promise<void> {
  await trx
    .deleteFrom('release_commit')
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .execute()
  const rows = commits.map((commit, position) => ({
    project_id: projectId,
    version,
    position,
    commit_id: commit.id,
    repository: commit.repository,
    author_name: commit.authorName,
    author_email: commit.authorEmail,
    message: commit.message,
    committed_at: commit.committedAt,
    files: JSON.stringify(commit.files),
    received_at: now,
  }))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await trx
      .insertInto('release_commit')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
}

/** Lists commits of a release from a position on, the newest first. */
export async function listCommits(
  db: Kysely<Database>,
  { projectId, version }: OfRelease,
  { from, limit }: { from: number; limit: number },
): Promise<ReleaseCommit[]> {
  const rows = await selectCommits(db)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toCommit)
}

/** Commits of a release that changed files of a stack trace: of so many the newest. */
const MOST_OF_FILES = 200

/** Lists the commits of a release that can have changed files of these names, the newest first. */
export async function listCommitsOfFiles(
  db: Kysely<Database>,
  { projectId, version }: OfRelease,
  names: readonly string[],
): Promise<ReleaseCommit[]> {
  if (names.length === 0) return []
  const rows = await selectCommits(db)
    .where('project_id', '=', projectId)
    .where('version', '=', version)
    // The paths lie in JSON, which writes a name as it is between quotes.
    .where((eb) => eb.or(names.map((name) => contains(eb.ref('files'), JSON.stringify(name).slice(1, -1)))))
    .orderBy('position')
    .limit(MOST_OF_FILES)
    .execute()
  return rows.map(toCommit)
}

/** Says of each release how many commits it has, which one is the newest, and who wrote them, the most of them first. */
export async function readReleaseWork(
  db: Kysely<Database>,
  releases: readonly OfRelease[],
): Promise<ReleaseWork[]> {
  const found = new Map<string, ReleaseWork>()
  for (const [projectId, ofProject] of Map.groupBy(releases, (release) => release.projectId)) {
    const versions = ofProject.map(({ version }) => version)
    const rows = await db
      .selectFrom('release_commit')
      .select(['version', 'author_name as name', 'author_email as email'])
      .select(sql<number>`count(*)`.as('commitCount'))
      .select(sql<number>`min(position)`.as('newest'))
      .where('project_id', '=', projectId)
      .where('version', 'in', versions)
      .groupBy(['version', 'author_name', 'author_email'])
      .execute()
    if (rows.length === 0) continue
    const newest = await selectCommits(db)
      .where('project_id', '=', projectId)
      .where('version', 'in', versions)
      .where('position', '=', 0)
      .execute()
    for (const [version, ofVersion] of Map.groupBy(rows, (row) => row.version)) {
      const last = newest.find((row) => row.version === version)
      // Engines group rows in orders of their own: of two with as many commits, the one who wrote last comes first.
      const authors = ofVersion
        .toSorted((a, b) => b.commitCount - a.commitCount || a.newest - b.newest)
        .slice(0, MOST_AUTHORS)
      found.set(`${projectId} ${version}`, {
        commitCount: ofVersion.reduce((sum, { commitCount }) => sum + commitCount, 0),
        lastCommit: last === undefined ? null : toCommit(last),
        authors: authors.map(({ name, email }) => ({ name, email })),
      })
    }
  }
  return releases.map(({ projectId, version }) => found.get(`${projectId} ${version}`) ?? NO_WORK)
}

const NO_WORK: ReleaseWork = { commitCount: 0, lastCommit: null, authors: [] }

/** Finds the release with commits that a project learned of last before another one. */
export function findPreviousWithCommits(
  db: Kysely<Database>,
  { projectId, version, createdAt }: OfRelease & { createdAt: number },
): Promise<{ version: string } | undefined> {
  return db
    .selectFrom('project_release')
    .select('version')
    .where('project_id', '=', projectId)
    .where('version', '<>', version)
    .where('created_at', '<=', createdAt)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('release_commit')
          .select('release_commit.id')
          .whereRef('release_commit.project_id', '=', 'project_release.project_id')
          .whereRef('release_commit.version', '=', 'project_release.version'),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function selectCommits(db: Kysely<Database>) {
  return db
    .selectFrom('release_commit')
    .select([
      'project_id as projectId',
      'version',
      'position',
      'commit_id as id',
      'repository',
      'author_name as authorName',
      'author_email as authorEmail',
      'message',
      'committed_at as committedAt',
      'files',
      'received_at as receivedAt',
    ])
}

type CommitRow = Omit<ReleaseCommit, 'files'> & { files: string }

function toCommit({ files, ...commit }: CommitRow): ReleaseCommit {
  return { ...commit, files: JSON.parse(files) as ChangedFile[] } // as replaceCommits() wrote it
}
