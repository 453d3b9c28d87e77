import { offerKeysOf, offerValuesOf } from '#server/desk/count-offered.ts'
import type { Completed, OfferedKeys, OfferedValues } from '#server/models/completion.ts'
import type { TwoWayListing } from '#server/models/listing.ts'
import type { Period } from '#server/models/period.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { FEEDBACK_KEY_NAMES } from '#server/search/dialects/feedback.ts'
import type { FeedbackState } from '#server/store/records/feedback-states.ts'

/** What of a message is offered. */
interface Offering {
  name: string | null
  email: string | null
  url: string | null
  source: string | null
  release: string | null
  environment: string | null
  projectSlug: string
}

export interface FeedbackScope {
  /** A project's slug; undefined for all projects. */
  project: string | undefined
  /** Leaves out Crumbtrail's own project. */
  isWithoutOwn?: boolean
  /** Undefined for all environments. */
  environment: string | undefined
  period: Period
  /** The search as it was typed; everything without it. */
  query?: string | undefined
}

type OfferFilter = FeedbackScope & { state: FeedbackState; query: string }

export interface FeedbackOffers {
  /** Lists what a search of this feedback can begin with. A search that is refused limits nothing. */
  offerKeys(filter: OfferFilter): Promise<OfferedKeys>
  /** Lists what can follow a key's colon, with how many of the newest have it. */
  offerValues(filter: OfferFilter, completed: Completed): Promise<OfferedValues>
}

type Search = (
  filter: OfferFilter & { limit: number; cursor: string | undefined },
) => Promise<TwoWayListing<Offering> | Refusal>

const MOST_LOOKED_AT = 100
const FIXED = { has: ['issue', 'trace', 'email', 'url'] }

export function createFeedbackOffers(search: Search): FeedbackOffers {
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

function toRow({ name, email, url, source, release, environment, projectSlug }: Offering) {
  const values = { 'user.email': email, user: name ?? email, url, source, release, environment }
  return new Map(
    Object.entries({ ...values, project: projectSlug }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  )
}
