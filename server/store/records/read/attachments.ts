import type { Kysely } from 'kysely'
import { prepareQuery } from '#server/store/engine/prepared-query.ts'
import type { Database } from '#server/store/schema/schema.ts'

export type AttachmentRow = Awaited<ReturnType<typeof listAttachmentRows>>[number]

/** Lists the attachments of one event or feedback, in the order of their arrival. */
export function listAttachmentRows(db: Kysely<Database>, projectId: number, eventId: string) {
  return selectAttachments(db, { projectId, eventId })
}

const selectAttachments = prepareQuery((db, { projectId, eventId }: { projectId: number; eventId: string }) =>
  db
    .selectFrom('attachment')
    .select(['id', 'event_id as eventId', 'sha256', 'sha1', 'filename', 'content_type as contentType'])
    .select(['attachment_type as attachmentType', 'size_bytes as sizeBytes', 'received_at as receivedAt'])
    .where('project_id', '=', projectId)
    .where('event_id', '=', eventId)
    .orderBy('id'),
)
