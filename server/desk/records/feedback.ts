import type { SendEnvelope } from '#server/desk/projects/first-run.ts'
import type { Listing, TwoWayListing } from '#server/models/listing.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { parseFeedbackSearch } from '#server/search/dialects/feedback.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import type { Store } from '#server/store/engine/store.ts'
import { parseTwoWayCursor, toTwoWayPage } from '#server/store/engine/two-way-cursor.ts'
import { isAsked } from '#server/store/projects/own-project.ts'
import { findProjectRow, listProjectRows } from '#server/store/projects/projects.ts'
import {
  countFeedback,
  type FeedbackChanged,
  type FeedbackState,
  listFeedbackByState,
  setFeedbackState,
} from '#server/store/records/feedback-states.ts'
import { type AttachmentRow, listAttachmentRows } from '#server/store/records/read/attachments.ts'
import { type FeedbackRow, listFeedbackRows } from '#server/store/records/read/feedback.ts'
import { createFeedbackOffers, type FeedbackOffers, type FeedbackScope } from './feedback-offers.ts'
import { listPage, type Page } from './list-page.ts'

export type { FeedbackState } from '#server/store/records/feedback-states.ts'

type AskedProjects = { project: string | undefined; isWithoutOwn?: boolean | undefined }

export type ShownFeedback = Awaited<ReturnType<typeof listFeedbackByState>>[number] & {
  attachments: Pick<AttachmentRow, 'id' | 'filename' | 'sizeBytes'>[]
}

/** What somebody wrote about an event. */
export interface GivenReport {
  eventId: string
  name: string
  email: string
  comments: string
}

export interface DeskFeedback extends FeedbackOffers {
  /** Lists a project's feedback, the newest first, with the issue of the event that each is about. */
  list(projectId: number, page: Page): Promise<Listing<FeedbackRow>>
  /** Lists feedback of a state, the newest first. Refuses a search that it cannot read, in a sentence that names the word. */
  search(
    filter: FeedbackScope & { state: FeedbackState; limit: number; cursor: string | undefined },
  ): Promise<TwoWayListing<ShownFeedback> | Refusal>
  /** Counts up to a thousand of each state. A search that is refused limits nothing. */
  count(scope: FeedbackScope): Promise<Record<FeedbackState, number>>
  /** Takes feedback of an event, through everything that an SDK's goes through; undefined when it is stored. */
  submit(projectSlug: string, report: GivenReport): Promise<Refusal | undefined>
  /** Undefined when there is no such feedback. */
  setState(id: number, state: FeedbackState): Promise<FeedbackChanged | undefined>
}

export function createDeskFeedback(store: Store, send?: SendEnvelope): DeskFeedback {
  const { db } = store

  async function listProjectIds({ project, isWithoutOwn = false }: AskedProjects): Promise<number[]> {
    const rows = await listProjectRows(db)
    return rows.filter((row) => isAsked(row, { slug: project, isWithoutOwn })).map(({ id }) => id)
  }

  const search: DeskFeedback['search'] = async ({ project, isWithoutOwn, query = '', ...filter }) => {
    const read = parseFeedbackSearch(query)
    if ('error' in read) return { refusal: formatSearchError(read.error) }
    const projectIds = await listProjectIds({ project, isWithoutOwn })
    if (projectIds.length === 0) return { items: [], nextCursor: null, previousCursor: null }
    const { limit, cursor, ...of } = filter
    const after = parseTwoWayCursor(cursor)
    const asked = { ...of, projectIds, condition: read.condition, limit: limit + 1, after }
    const rows = await listFeedbackByState(db, asked)
    const page = toTwoWayPage(rows, limit, after, ({ receivedAt, id }) => ({ value: receivedAt, id }))
    const items = await Promise.all(page.items.map(withAttachments))
    return { ...page, items }
  }

  return {
    ...createFeedbackOffers(search),
    search,
    list: (projectId, page) => listPage(page, (asked) => listFeedbackRows(db, projectId, asked)),
    async count({ period, environment, query = '', ...projects }) {
      const projectIds = await listProjectIds(projects)
      const read = parseFeedbackSearch(query)
      const condition = 'error' in read ? undefined : read.condition
      const countOf = (state: FeedbackState) =>
        projectIds.length === 0 ? 0 : countFeedback(db, { projectIds, environment, period, condition, state })
      return { open: await countOf('open'), resolved: await countOf('resolved'), spam: await countOf('spam') }
    },
    async submit(projectSlug, { eventId, ...report }) {
      const project = await findProjectRow(db, projectSlug)
      if (project === undefined) return { refusal: 'there is no such project' }
      const { id: projectId, publicKey } = project
      if (publicKey === null) return { refusal: 'all keys of the project are disabled' }
      if (send === undefined) return { refusal: 'this process accepts nothing' }
      const lines = [{}, { type: 'user_report' }, { event_id: eventId, ...report }]
      const envelope = new TextEncoder().encode(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
      const { status, detail } = await send({ projectId, publicKey }, envelope)
      return status === 200 ? undefined : { refusal: detail }
    },
    setState: (id, state) => store.write((trx) => setFeedbackState(trx, id, state)),
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
