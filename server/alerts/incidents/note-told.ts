import type { Kysely, Transaction } from 'kysely'
import type { ChannelAdapter } from '#server/alerts/channels/channel.ts'
import type { AlertMessage } from '#server/models/alerts/messages.ts'
import type { ChannelRow } from '#server/store/alerts/channels.ts'
import { isOpenAgain, noteIncidents } from '#server/store/alerts/incidents.ts'
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
}

/** Whether a message that was delivered opened incidents. */
export function opensIncidents(
  { accountId }: ChannelRow,
  { happening, isTest }: AlertMessage,
  adapter: ChannelAdapter | undefined,
): boolean {
  return accountId === null && !isTest && happening !== 'resolved' && adapter?.resolve !== undefined
}

/** Whether a message tells the end of an incident whose issue happened again before it was sent. */
export async function isOutdated(db: Kysely<Database>, content: AlertMessage): Promise<boolean> {
  const [issue] = issuesOf(content)
  return content.happening === 'resolved' && issue !== undefined && isOpenAgain(db, issue.issueId)
}

function issuesOf({ subjects }: AlertMessage) {
  return subjects.flatMap((subject) => {
    const issueId = /^issue:(\d{1,15})$/.exec(subject.id)?.[1]
    return issueId === undefined ? [] : [{ issueId: Number(issueId), subject }]
  })
}
