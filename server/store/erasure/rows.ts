import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { contains } from '#server/store/words.ts'
import type { Searched } from './find-payloads.ts'
import { hasWhole, type Identity, namesOf, withoutAddress } from './identity.ts'

/** They stand in texts, too; an id or a name would find what is somebody else's. */
function addressesOf({ email, ip }: Identity): string[] {
  return [email, ip].filter((each) => each !== undefined)
}

const FEEDBACK_TEXTS = ['email', 'name', 'message', 'url'] as const

/** Feedback by the user, or with the user's address in it. */
export async function listFeedback(db: Kysely<Database>, { identity, projectId }: Searched) {
  const addresses = addressesOf(identity)
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('feedback')
    .selectAll()
    .where((eb) =>
      eb.or(
        addresses.flatMap((address) => FEEDBACK_TEXTS.map((column) => contains(eb.ref(column), address))),
      ),
    )
    .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0))
    .execute()
  return rows.filter((row) =>
    FEEDBACK_TEXTS.some((column) => addresses.some((address) => hasWhole(row[column] ?? '', address))),
  )
}

/** Transactions' rows in lists, by the name that they show. */
export function listSegments(db: Kysely<Database>, { identity, projectId }: Searched) {
  const { id, email, username } = identity
  const labels = [id, email, username].filter((each) => each !== undefined)
  if (labels.length === 0) return Promise.resolve([])
  return db
    .selectFrom('segment')
    .selectAll()
    .where('user_label', 'in', labels)
    .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0))
    .execute()
}

/** Values of tags that name the user. */
export function listTags(db: Kysely<Database>, { identity, projectId }: Searched) {
  return db
    .selectFrom('issue_tag')
    .selectAll()
    .where('value', 'in', [...namesOf(identity), ...addressesOf(identity)])
    .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0))
    .execute()
}

/** Deletes a value of a tag. Its events stay counted, as those whose value is not kept. */
export async function deleteTag(
  trx: Transaction<Database>,
  tag: Awaited<ReturnType<typeof listTags>>[number],
): Promise<void> {
  const { project_id, issue_id, key, value, event_count } = tag
  const ofKey = { project_id, issue_id, key }
  await trx
    .deleteFrom('issue_tag')
    .where((eb) => eb.and({ ...ofKey, value }))
    .execute()
  await trx
    .updateTable('issue_tag_key')
    .set((eb) => ({
      value_count: eb('value_count', '-', 1),
      other_count: eb('other_count', '+', event_count),
    }))
    .where((eb) => eb.and(ofKey))
    .execute()
}

const TITLE_PARTS = ['type', 'value', 'culprit'] as const

/** Issues whose title or searchable text has the user's address. */
export async function listIssues(db: Kysely<Database>, { identity, projectId }: Searched) {
  const addresses = addressesOf(identity)
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('issue_text')
    .innerJoin('issue', 'issue.id', 'issue_text.issue_id')
    .select(['issue.id', 'issue.project_id as projectId', 'issue_text.text'])
    .select(['issue.type', 'issue.value', 'issue.culprit'])
    .where((eb) => eb.or(addresses.map((address) => contains(eb.ref('issue_text.text'), address))))
    .$if(projectId !== undefined, (all) => all.where('issue.project_id', '=', projectId ?? 0))
    .execute()
  return rows.flatMap(({ id, projectId: ofProject, ...texts }) =>
    Object.values(texts).some((text) => addresses.some((address) => hasWhole(text, address)))
      ? [{ id, projectId: ofProject, title: `${texts.type}: ${texts.value}` }]
      : [],
  )
}

/** Takes the user's address out of an issue's title and of what a search finds it by. */
export async function eraseFromTexts(
  trx: Transaction<Database>,
  issueId: number,
  identity: Identity,
): Promise<void> {
  const erased = (text: string) => addressesOf(identity).reduce(withoutAddress, text)
  const issue = await trx.selectFrom('issue').select(TITLE_PARTS).where('id', '=', issueId).executeTakeFirst()
  if (issue === undefined) return
  const { type, value, culprit } = issue
  const title = { type: erased(type), value: erased(value), culprit: erased(culprit) }
  await trx.updateTable('issue').set(title).where('id', '=', issueId).execute()
  const known = await trx
    .selectFrom('issue_text')
    .selectAll()
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  if (known === undefined) return
  const text = erased(known.text)
  await trx
    .insertInto('issue_text')
    .values({ ...known, text })
    .onConflict((oc) => oc.column('issue_id').doUpdateSet({ text }))
    .execute()
}
