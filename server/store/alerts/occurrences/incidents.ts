import type { Kysely, Transaction } from 'kysely'
import type { AlertSubject } from '#server/models/alerts/messages.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { isSubjectOver } from './is-over.ts'

/** An incident that is open in a channel's service, of a monitor or a check. */
export interface OpenIncident {
  channelId: number
  projectId: number
  projectSlug: string
  projectName: string
  /** As it was told. */
  subject: AlertSubject
}

/** Notes them as open. One that is told of again is another case, which nobody has acknowledged. */
export async function noteOccurrenceIncidents(
  trx: Transaction<Database>,
  { channelId, projectId }: { channelId: number; projectId: number },
  subjects: readonly AlertSubject[],
): Promise<void> {
  for (const subject of subjects) {
    const content = JSON.stringify(subject)
    await trx
      .insertInto('occurrence_incident')
      .values({ channel_id: channelId, subject: subject.id, project_id: projectId, content })
      .onConflict((same) =>
        same.columns(['channel_id', 'subject']).doUpdateSet({ content, is_acknowledged: 0 }),
      )
      .execute()
  }
}

/** Ends an incident here. False where there is none, or another process ended it. */
export async function endOccurrenceIncident(
  trx: Transaction<Database>,
  { channelId, subjectId }: { channelId: number; subjectId: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('occurrence_incident')
    .where('channel_id', '=', channelId)
    .where('subject', '=', subjectId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Incidents whose subject somebody takes care of, and whose service has not heard of it. */
export async function listUntoldCared(db: Kysely<Database>, limit: number): Promise<OpenIncident[]> {
  const rows = await selectIncidents(db)
    .innerJoin('occurrence_acknowledgement as care', 'care.subject', 'occurrence_incident.subject')
    .where('occurrence_incident.is_acknowledged', '=', 0)
    .limit(limit)
    .execute()
  return rows.map(toIncident)
}

/** Notes that the service is told of it. False where another process did. */
export async function noteCared(
  trx: Transaction<Database>,
  { channelId, subjectId }: { channelId: number; subjectId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('occurrence_incident')
    .set({ is_acknowledged: 1 })
    .where('channel_id', '=', channelId)
    .where('subject', '=', subjectId)
    .where('is_acknowledged', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** More monitors than this do not fail at once and each have an incident. */
const MOST = 1_000

/** Those whose subjects no longer fail, or are gone. */
export async function listOverOccurrences(db: Kysely<Database>, now: number): Promise<OpenIncident[]> {
  const over: OpenIncident[] = []
  for (const row of await selectIncidents(db).limit(MOST).execute()) {
    const incident = toIncident(row)
    if (await isSubjectOver(db, incident.subject.id, now)) over.push(incident)
  }
  return over
}

function selectIncidents(db: Kysely<Database>) {
  return db
    .selectFrom('occurrence_incident')
    .innerJoin('project', 'project.id', 'occurrence_incident.project_id')
    .select(['occurrence_incident.channel_id as channelId', 'occurrence_incident.content'])
    .select(['occurrence_incident.project_id as projectId'])
    .select(['project.slug as projectSlug', 'project.name as projectName'])
    .orderBy('occurrence_incident.channel_id')
    .orderBy('occurrence_incident.subject')
}

function toIncident({ content, ...row }: Omit<OpenIncident, 'subject'> & { content: string }): OpenIncident {
  return { ...row, subject: JSON.parse(content) as AlertSubject } // as it was noted
}
