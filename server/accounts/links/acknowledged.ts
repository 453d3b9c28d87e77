import type { Transaction } from 'kysely'
import {
  type Acknowledgement,
  acknowledge,
  findAcknowledgement,
  findLinked,
  takeBack,
} from '#server/store/acknowledging/acknowledgements.ts'
import {
  acknowledgeSubject,
  findCare,
  findLinkedSubject,
  takeBackSubject,
} from '#server/store/acknowledging/occurrence-acknowledgements.ts'
import { isSubjectOver } from '#server/store/alerts/occurrences/is-over.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Actor } from '#server/store/issues/activity.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** An issue, or another subject by its place in the message. */
export type Named = { messageId: number } & ({ issueId: number } | { index: number })

interface By {
  actor: Actor
  who: string
  now: number
}

/** What a link acknowledges, and to whom it was sent. */
interface Acknowledged {
  about: 'issue' | 'other'
  title: string
  isOver: boolean
  createdAt: number
  channel: string | null
  accountId: number | null
  email: string | null
  name: string | null
  find(): Promise<Acknowledgement | undefined>
  acknowledge(trx: Transaction<Database>, by: By): Promise<unknown>
  takeBack(trx: Transaction<Database>, by: By): Promise<unknown>
}

/** Undefined where the message, or what is named in it, is gone. */
export async function findNamed(store: Store, named: Named, now: number): Promise<Acknowledged | undefined> {
  return 'issueId' in named ? findIssue(store, named) : findSubject(store, named, now)
}

async function findIssue(
  store: Store,
  { messageId, issueId }: { messageId: number; issueId: number },
): Promise<Acknowledged | undefined> {
  const found = await findLinked(store.db, messageId, issueId)
  if (found === undefined) return undefined
  const { content, status, ...message } = found
  return {
    ...message,
    about: 'issue',
    title: titleIn(content, issueId),
    isOver: status !== 'open',
    find: () => findAcknowledgement(store.db, issueId),
    acknowledge: (trx, by) => acknowledge(trx, issueId, by),
    takeBack: (trx, by) => takeBack(trx, issueId, by),
  }
}

async function findSubject(
  store: Store,
  named: { messageId: number; index: number },
  now: number,
): Promise<Acknowledged | undefined> {
  const found = await findLinkedSubject(store.db, named)
  if (found === undefined) return undefined
  const { content: _content, projectId, subject, ...message } = found
  return {
    ...message,
    about: 'other',
    title: `${subject.title}: ${subject.detail}`,
    isOver: await isSubjectOver(store.db, subject.id, now),
    find: () => findCare(store.db, subject.id, now),
    acknowledge: (trx, by) => acknowledgeSubject(trx, subject.id, { ...by, projectId }),
    takeBack: (trx) => takeBackSubject(trx, subject.id),
  }
}

function titleIn(content: string | null, issueId: number): string {
  const { subjects = [] }: { subjects?: { id: string; title: string }[] } = JSON.parse(content ?? '{}')
  return subjects.find(({ id }) => id === `issue:${issueId}`)?.title ?? ''
}
