import { offerKeysOf, offerValuesOf } from '#server/desk/count-offered.ts'
import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import { FEEDBACK_KEY_NAMES } from '#server/search/dialects/feedback.ts'
import type { DeskFeedback, FeedbackScope, FeedbackState, ShownFeedback } from './feedback.ts'

type OfferFilter = FeedbackScope & { state: FeedbackState; query: string }

export interface FeedbackOffers {
  /** Lists what a search of this feedback can begin with. A search that is refused limits nothing. */
  offerKeys(filter: OfferFilter): Promise<OfferedKeys>
  /** Lists what can follow a key's colon, with how many of the newest have it. */
  offerValues(filter: OfferFilter, completed: Completed): Promise<OfferedValues>
}

const MOST_LOOKED_AT = 100
const FIXED = { has: ['issue', 'trace', 'email', 'url'] }

export function createFeedbackOffers(search: DeskFeedback['search']): FeedbackOffers {
  async function look(filter: OfferFilter) {
    const page = { limit: MOST_LOOKED_AT, cursor: undefined }
    const found = await search({ ...filter, ...page })
    const all = 'refusal' in found ? await search({ ...filter, ...page, query: '' }) : found
    const items = 'refusal' in all ? [] : all.items
    const isPart = items.length === MOST_LOOKED_AT
    return { rows: items.map(toRow), names: FEEDBACK_KEY_NAMES, fixed: FIXED, isPart }
  }

  return {
    offerKeys: async (filter) => offerKeysOf(await look(filter)),
    offerValues: async (filter, completed) => offerValuesOf(await look(filter), completed),
  }
}

function toRow({ name, email, url, source, release, environment, projectSlug }: ShownFeedback) {
  const values = { 'user.email': email, user: name ?? email, url, source, release, environment }
  return new Map(
    Object.entries({ ...values, project: projectSlug }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  )
}
