import type { Store } from '#server/store/engine/store.ts'
import { attachmentPath } from '#server/store/maintenance/attachment-files.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'

export interface EventAttachments {
  /** Lists the attachments of an event or of feedback. */
  listAttachments(projectId: number, eventId: string): Promise<AttachmentRow[]>
  /** Finds an attachment's file; undefined when the event has no such attachment, or when files are not served. */
  findAttachment(
    projectId: number,
    eventId: string,
    attachmentId: number,
  ): Promise<(AttachmentRow & { path: string }) | undefined>
}

/** `folder` holds the attachments' files; without it they are only listed. */
export function createEventAttachments({ db }: Store, folder: string | undefined): EventAttachments {
  return {
    listAttachments: (projectId, eventId) => listAttachmentRows(db, projectId, eventId),
    async findAttachment(projectId, eventId, attachmentId) {
      const rows = await listAttachmentRows(db, projectId, eventId)
      const row = rows.find(({ id }) => id === attachmentId)
      return row && folder !== undefined ? { ...row, path: attachmentPath(folder, row.sha256) } : undefined
    },
  }
}
