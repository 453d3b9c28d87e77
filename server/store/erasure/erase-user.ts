import type { Kysely } from 'kysely'
import type { Store } from '#server/store/engine/store.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { eraseFromCommit, listCommitsBy } from './commits.ts'
import { erasePayloads } from './erase-payloads.ts'
import { findPayloads, type Searched } from './find-payloads.ts'
import { namesOf } from './identity.ts'
import { deleteTag, eraseFromTexts, listFeedback, listIssues, listSegments, listTags } from './rows.ts'

/** How much there is of a user, by kind. */
export interface UserDataCounts {
  events: number
  spans: number
  logs: number
  metrics: number
  segments: number
  feedback: number
  /** Values of tags that name the user. */
  tags: number
  /** Issues whose title or searchable text has the user's address. */
  issues: number
  /** Commits of releases that name the user's address. */
  commits: number
}

const COUNTED = { event: 'events', span_part: 'spans', log: 'logs', metric: 'metrics' } as const

/** One thing that is about a user. */
export interface UserDataItem {
  kind: keyof UserDataCounts
  projectId: number
  data: unknown
}

/** Finds everything that is about a user. It reads all payloads, and changes nothing. */
export async function* findUserData(
  db: Kysely<Database>,
  searched: Searched,
): AsyncGenerator<UserDataItem, void> {
  for await (const { found } of findPayloads(db, searched)) {
    for (const { table, projectId, payload } of found)
      yield { kind: COUNTED[table], projectId, data: payload }
  }
  for (const row of await listSegments(db, searched))
    yield { kind: 'segments', projectId: row.project_id, data: row }
  for (const row of await listFeedback(db, searched))
    yield { kind: 'feedback', projectId: row.project_id, data: row }
  for (const row of await listTags(db, searched)) yield { kind: 'tags', projectId: row.project_id, data: row }
  for (const { id, projectId, title } of await listIssues(db, searched))
    yield { kind: 'issues', projectId, data: { id, title } }
  for (const row of await listCommitsBy(db, searched))
    yield { kind: 'commits', projectId: row.project_id, data: row }
}

export function noUserData(): UserDataCounts {
  return {
    ...{ events: 0, spans: 0, logs: 0, metrics: 0, segments: 0 },
    ...{ feedback: 0, tags: 0, issues: 0, commits: 0 },
  }
}

/**
 * Erases everything that is about a user, a block of payloads in each transaction: what has been erased stays so if it is
 * interrupted, and the next run does the rest. Issues go on counting what they counted. Gives how much it was.
 * @throws StillCounting if the tags' counts do not become complete in time; everything else is erased then.
 */
export async function eraseUserData(store: Store, searched: Searched): Promise<UserDataCounts> {
  const counts = noUserData()
  for await (const block of findPayloads(store.db, searched)) {
    await store.write((trx) => erasePayloads(trx, block))
    for (const { table } of block.found) counts[COUNTED[table]]++
  }
  await store.write(async (trx) => {
    const segments = await listSegments(trx, searched)
    for (const { id } of segments) await trx.deleteFrom('segment').where('id', '=', id).execute()
    const feedback = await listFeedback(trx, searched)
    for (const { id, project_id, feedback_id } of feedback) {
      const ofFeedback = { project_id, event_id: feedback_id }
      await trx
        .deleteFrom('attachment')
        .where((eb) => eb.and(ofFeedback))
        .execute()
      await trx.deleteFrom('feedback').where('id', '=', id).execute()
    }
    const { identity, projectId } = searched
    await trx
      .deleteFrom('issue_ignored_user')
      .where('user_key', 'in', namesOf(identity))
      .$if(projectId !== undefined, (all) => all.where('project_id', '=', projectId ?? 0))
      .execute()
    const commits = await listCommitsBy(trx, searched)
    for (const commit of commits) await eraseFromCommit(trx, commit, identity)
    Object.assign(counts, { segments: segments.length, feedback: feedback.length, commits: commits.length })
  })
  const [tags, issues] = [await listTags(store.db, searched), await listIssues(store.db, searched)]
  const projects = new Set([
    ...tags.map((tag) => tag.project_id),
    ...issues.map(({ projectId }) => projectId),
  ])
  for (const projectId of projects) {
    await store.writeAlone([projectId], async (trx) => {
      const own = { ...searched, projectId }
      const named = await listTags(trx, own)
      for (const tag of named) await deleteTag(trx, tag)
      const titled = await listIssues(trx, own)
      for (const { id } of titled) await eraseFromTexts(trx, id, searched.identity)
      counts.tags += named.length
      counts.issues += titled.length
    })
  }
  return counts
}
