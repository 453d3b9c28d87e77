import type { Kysely, Transaction } from 'kysely'
import type { AlertSubject } from '#server/models/alerts/messages.ts'
import { selectAcknowledged } from '#server/store/acknowledging/acknowledgements.ts'
import type { Database } from '#server/store/schema/schema.ts'

/** An incident that is open in a channel's service, and whose issue is no longer open. */
export interface OverIncident {
  channelId: number
  issueId: number
  projectId: number
  projectSlug: string
  projectName: string
  /** As it was told. */
  subject: AlertSubject
  /** False of an issue that was merged or deleted. */
  isResolved: boolean
}

const OVER = ['resolved', 'merged', 'deleted']

/** Notes the incidents of these issues as open. */
export async function noteIncidents(
  trx: Transaction<Database>,
  { channelId, projectId }: { channelId: number; projectId: number },
  incidents: readonly { issueId: number; subject: AlertSubject }[],
): Promise<void> {
  for (const { issueId, subject } of incidents) {
    const json = JSON.stringify(subject)
    await trx
      .insertInto('alert_incident')
      .values({ channel_id: channelId, issue_id: issueId, project_id: projectId, subject: json })
      .onConflict((same) => same.columns(['channel_id', 'issue_id']).doUpdateSet({ subject: json }))
      .execute()
  }
}

/** Ends an incident here. False where another process did. */
export async function endIncident(
  trx: Transaction<Database>,
  { channelId, issueId }: { channelId: number; issueId: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('alert_incident')
    .where('channel_id', '=', channelId)
    .where('issue_id', '=', issueId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** An issue that is gone was merged, or deleted. */
export async function listOver(db: Kysely<Database>, limit: number): Promise<OverIncident[]> {
  const rows = await db
    .selectFrom('alert_incident')
    .innerJoin('project', 'project.id', 'alert_incident.project_id')
    .leftJoin('issue', 'issue.id', 'alert_incident.issue_id')
    .select(['alert_incident.channel_id as channelId', 'alert_incident.issue_id as issueId'])
    .select(['alert_incident.project_id as projectId', 'alert_incident.subject', 'issue.status'])
    .select(['project.slug as projectSlug', 'project.name as projectName'])
    .where((eb) => eb.or([eb('issue.id', 'is', null), eb('issue.status', 'in', OVER)]))
    .orderBy('alert_incident.channel_id')
    .orderBy('alert_incident.issue_id')
    .limit(limit)
    .execute()
  return rows.map(({ status, subject, ...row }) => ({
    ...row,
    subject: JSON.parse(subject) as AlertSubject, // written by noteIncidents
    isResolved: status === 'resolved',
  }))
}

/** Whether an issue whose end is to be told is open by now: it happened again, or somebody took the end back. */
export async function isOpenAgain(db: Kysely<Database>, issueId: number): Promise<boolean> {
  const row = await db
    .selectFrom('issue')
    .select('status')
    .where('id', '=', issueId)
    .where('status', 'not in', OVER)
    .executeTakeFirst()
  return row !== undefined
}

/** Incidents whose issue somebody acknowledged, and whose service has not heard of it. */
export async function listUntoldAcknowledged(
  db: Kysely<Database>,
  limit: number,
): Promise<Omit<OverIncident, 'isResolved'>[]> {
  const rows = await db
    .selectFrom('alert_incident')
    .innerJoin('project', 'project.id', 'alert_incident.project_id')
    .select(['alert_incident.channel_id as channelId', 'alert_incident.issue_id as issueId'])
    .select(['alert_incident.project_id as projectId', 'alert_incident.subject'])
    .select(['project.slug as projectSlug', 'project.name as projectName'])
    .where('alert_incident.is_acknowledged', '=', 0)
    .where('alert_incident.issue_id', 'in', selectAcknowledged(db).select('issue.id'))
    .orderBy('alert_incident.channel_id')
    .orderBy('alert_incident.issue_id')
    .limit(limit)
    .execute()
  return rows.map(({ subject, ...row }) => ({
    ...row,
    subject: JSON.parse(subject) as AlertSubject, // written by noteIncidents
  }))
}

/** Notes that the service is told of it. False where another process did. */
export async function noteAcknowledged(
  trx: Transaction<Database>,
  { channelId, issueId }: { channelId: number; issueId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alert_incident')
    .set({ is_acknowledged: 1 })
    .where('channel_id', '=', channelId)
    .where('issue_id', '=', issueId)
    .where('is_acknowledged', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
