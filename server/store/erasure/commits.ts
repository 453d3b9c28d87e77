import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { contains } from '#server/store/words.ts'
import type { Searched } from './find-payloads.ts'
import { hasWhole, type Identity, withoutAddress } from './identity.ts'

const TEXTS = ['author_email', 'author_name', 'message'] as const

/** Commits by the user's address of mail, or with it in their message. */
export async function listCommitsBy(db: Kysely<Database>, { identity, projectId }: Searched) {
  const { email } = identity
  if (email === undefined) return []
  const rows = await db
    .selectFrom('release_commit')
    .select(['id', 'project_id', 'version', 'commit_id', ...TEXTS])
    .where((eb) => eb.or(TEXTS.map((column) => contains(eb.ref(column), email))))
    .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0))
    .execute()
  return rows.filter((row) => TEXTS.some((column) => hasWhole(row[column] ?? '', email)))
}

/** Takes who wrote a commit out of it, and the address out of its message. The commit and its files stay. */
export async function eraseFromCommit(
  trx: Transaction<Database>,
  { id, author_email, author_name, message }: Awaited<ReturnType<typeof listCommitsBy>>[number],
  { email = '' }: Identity,
): Promise<void> {
  const isAuthor = hasWhole(author_email ?? '', email) || hasWhole(author_name ?? '', email)
  await trx
    .updateTable('release_commit')
    .set({
      author_email: isAuthor ? null : author_email,
      author_name: isAuthor ? null : author_name,
      message: withoutAddress(message, email),
    })
    .where('id', '=', id)
    .execute()
}
