import type { Kysely, Transaction } from 'kysely'
import type { ChannelAdapter } from '#server/alerts/channels/channel.ts'
import { isOfIncidents, isRecovery } from '#server/models/alerts/happenings.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { findAcknowledgement } from '#server/store/acknowledging/acknowledgements.ts'
import { findCare } from '#server/store/acknowledging/occurrence-acknowledgements.ts'
import type { ChannelRow } from '#server/store/alerts/channels.ts'
import { isOpenAgain, noteIncidents } from '#server/store/alerts/incidents.ts'
import { endOccurrenceIncident, noteOccurrenceIncidents } from '#server/store/alerts/occurrences/incidents.ts'
import { isSubjectOver } from '#server/store/alerts/occurrences/is-over.ts'
import type { LeasedMessage } from '#server/store/alerts/sending.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** Notes that a message opened incidents, where its channel has such, or that one stays open whose end is not told. */
export async function noteOpened(
  trx: Transaction<Database>,
  { projectId, channelId, content }: LeasedMessage,
): Promise<void> {
  if (projectId === null) return
  const incidents = issuesOf(content).map(({ issueId, subject }) => ({
    issueId,
    subject: { ...subject, event: undefined },
  }))
  await noteIncidents(trx, { channelId, projectId }, incidents)
  await noteOccurrenceIncidents(trx, { channelId, projectId }, othersOf(content))
}

/** Notes that a message ended incidents by itself: those of monitors and checks that work again. */
export async function noteEnded(
  trx: Transaction<Database>,
  { channelId, content }: LeasedMessage,
): Promise<void> {
  for (const { id } of othersOf(content)) await endOccurrenceIncident(trx, { channelId, subjectId: id })
}

/** What becomes of incidents when a message was delivered. */
export function effectOn(
  { accountId }: ChannelRow,
  { happening, isTest }: AlertMessage,
  adapter: ChannelAdapter | undefined,
): 'opens' | 'ends' | undefined {
  if (accountId !== null || isTest || isOfIncidents(happening) || adapter?.resolve === undefined)
    return undefined
  return isRecovery(happening) ? 'ends' : 'opens'
}

/** Whether a message tells what became of an incident, and that is no longer so before it was sent. */
export async function isOutdated(db: Kysely<Database>, content: AlertMessage, now: number): Promise<boolean> {
  if (!isOfIncidents(content.happening)) return false
  const [issue] = issuesOf(content)
  const [other] = othersOf(content)
  if (content.happening === 'acknowledged') {
    if (issue !== undefined) return (await findAcknowledgement(db, issue.issueId)) === undefined
    return other === undefined || (await findCare(db, other.id, now)) === undefined
  }
  if (issue !== undefined) return isOpenAgain(db, issue.issueId)
  return other !== undefined && !(await isSubjectOver(db, other.id, now))
}

function issuesOf({ subjects }: AlertMessage) {
  return subjects.flatMap((subject) => {
    const issueId = /^issue:(\d{1,15})$/.exec(subject.id)?.[1]
    return issueId === undefined ? [] : [{ issueId: Number(issueId), subject }]
  })
}

function othersOf({ subjects }: AlertMessage) {
  return subjects.filter(({ kind }) => kind !== 'issue')
}
