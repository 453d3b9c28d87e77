import type { BlobReader, OpenBlob } from '#server/store/blobs/blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'

export interface FoundAttachment extends AttachmentRow {
  /** Opens its bytes; undefined if they are missing. */
  open(): Promise<OpenBlob | undefined>
}

export interface EventAttachments {
  /** Lists the attachments of an event or of feedback. */
  listAttachments(projectId: number, eventId: string): Promise<AttachmentRow[]>
  /** Finds an attachment; undefined when the event has no such attachment, or when bytes are not served. */
  findAttachment(
    projectId: number,
    eventId: string,
    attachmentId: number,
  ): Promise<FoundAttachment | undefined>
}

/** `blobs` has the attachments' bytes; without it they are only listed. */
export function createEventAttachments({ db }: Store, blobs: BlobReader | undefined): EventAttachments {
  return {
    listAttachments: (projectId, eventId) => listAttachmentRows(db, projectId, eventId),
    async findAttachment(projectId, eventId, attachmentId) {
      const rows = await listAttachmentRows(db, projectId, eventId)
      const row = rows.find(({ id }) => id === attachmentId)
      return row && blobs && { ...row, open: () => blobs.open(row.sha256) }
    },
  }
}
