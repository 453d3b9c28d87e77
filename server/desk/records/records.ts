import type { Listing } from '#server/desk/desk.ts'
import { type Cursor, parseCursor, toPage } from '#server/store/engine/cursor.ts'
import type { Store } from '#server/store/engine/store.ts'
import { attachmentPath } from '#server/store/maintenance/attachment-files.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'
import { type CheckInRow, findMonitorRow, listCheckInRows } from '#server/store/records/read/check-ins.ts'
import { type FeedbackRow, listFeedbackRows } from '#server/store/records/read/feedback.ts'

interface Page {
  limit: number
  cursor?: string
}

/** What a desk shows beside issues, events and traces. */
export interface DeskRecords {
  /** Newest first, with the issue of the event that it is about. */
  listFeedback(projectId: number, page: Page): Promise<Listing<FeedbackRow>>
  /** Newest first; undefined when the project has no such monitor. */
  listCheckIns(projectId: number, slug: string, page: Page): Promise<Listing<CheckInRow> | undefined>
  /** Of an event or feedback. */
  listAttachments(projectId: number, eventId: string): Promise<AttachmentRow[]>
  /** Where its bytes lie; undefined when the event has no such attachment. */
  findAttachment(
    projectId: number,
    eventId: string,
    attachmentId: number,
  ): Promise<(AttachmentRow & { path: string }) | undefined>
}

export function createDeskRecords(store: Store, attachments: string | undefined): DeskRecords {
  const { db } = store
  return {
    async listFeedback(projectId, page) {
      return listPage(page, (asked) => listFeedbackRows(db, projectId, asked))
    },
    async listCheckIns(projectId, slug, page) {
      const monitor = await findMonitorRow(db, projectId, slug)
      return monitor && listPage(page, (asked) => listCheckInRows(db, monitor.id, asked))
    },
    listAttachments: (projectId, eventId) => listAttachmentRows(db, projectId, eventId),
    async findAttachment(projectId, eventId, attachmentId) {
      const rows = await listAttachmentRows(db, projectId, eventId)
      const row = rows.find(({ id }) => id === attachmentId)
      return row && attachments !== undefined
        ? { ...row, path: attachmentPath(attachments, row.sha256) }
        : undefined
    },
  }
}

async function listPage<Row extends { id: number; receivedAt: number }>(
  { limit, cursor }: Page,
  list: (asked: { limit: number; cursor: Cursor | undefined }) => Promise<Row[]>,
): Promise<Listing<Row>> {
  const rows = await list({ limit: limit + 1, cursor: parseCursor(cursor) })
  return toPage(rows, limit, ({ receivedAt, id }) => ({ time: receivedAt, id }))
}
