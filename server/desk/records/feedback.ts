import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor, toTwoWayPage } from '#server/store/engine/two-way-cursor.ts'
import { listProjectRows } from '#server/store/projects/projects.ts'
import {
  countFeedback,
  type FeedbackState,
  listFeedbackByState,
  setFeedbackState,
} from '#server/store/records/feedback-states.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'

export type { FeedbackState } from '#server/store/records/feedback-states.ts'

export interface FeedbackScope {
  /** A slug; all projects without. */
  project: string | undefined
  environment: string | undefined
  period: { start: number; end: number }
}

export type ShownFeedback = Awaited<ReturnType<typeof listFeedbackByState>>[number] & {
  attachments: Pick<AttachmentRow, 'id' | 'filename' | 'sizeBytes'>[]
}

export interface DeskFeedback {
  /** The newest first. */
  searchFeedback(
    filter: FeedbackScope & { state: FeedbackState; limit: number; cursor: string | undefined },
  ): Promise<{ items: ShownFeedback[]; nextCursor: string | null; previousCursor: string | null }>
  /** Up to a thousand of each. */
  countFeedback(scope: FeedbackScope): Promise<Record<FeedbackState, number>>
  /** False when there is no such feedback. */
  setFeedbackState(id: number, state: FeedbackState): Promise<boolean>
}

export function createDeskFeedback(store: Store): DeskFeedback {
  const { db } = store

  async function listProjectIds(slug: string | undefined): Promise<number[]> {
    const rows = await listProjectRows(db)
    return rows.filter((row) => slug === undefined || row.slug === slug).map(({ id }) => id)
  }

  return {
    async searchFeedback({ project, environment, period, state, limit, cursor }) {
      const projectIds = await listProjectIds(project)
      if (projectIds.length === 0) return { items: [], nextCursor: null, previousCursor: null }
      const after = parseTwoWayCursor(cursor)
      const asked = { projectIds, environment, period, state, limit: limit + 1, after }
      const rows = await listFeedbackByState(db, asked)
      const page = toTwoWayPage(rows, limit, after, ({ receivedAt, id }) => ({ value: receivedAt, id }))
      const items = await Promise.all(page.items.map(withAttachments))
      return { ...page, items }
    },
    async countFeedback({ project, period }) {
      const projectIds = await listProjectIds(project)
      const count = (state: FeedbackState) =>
        projectIds.length === 0 ? 0 : countFeedback(db, { projectIds, period }, state)
      return { open: await count('open'), resolved: await count('resolved'), spam: await count('spam') }
    },
    setFeedbackState: (id, state) => store.write((trx) => setFeedbackState(trx, id, state)),
  }

  async function withAttachments(
    row: Awaited<ReturnType<typeof listFeedbackByState>>[number],
  ): Promise<ShownFeedback> {
    const attachments = await listAttachmentRows(db, row.projectId, row.feedbackId)
    return {
      ...row,
      attachments: attachments.map(({ id, filename, sizeBytes }) => ({ id, filename, sizeBytes })),
    }
  }
}
