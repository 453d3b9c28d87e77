import type { BlobReader } from '#server/store/blobs/blobs.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createEventAttachments, type EventAttachments } from './attachments.ts'
import { createEventOffers, type EventOffers } from './event-offers.ts'
import { createEventView, type EventViews } from './event-view.ts'
import { createEventLookup, type EventLookup } from './find-events.ts'
import { createRelatedEvents, type RelatedEvents } from './related-events.ts'
import { createEventScans, type EventScans } from './scan-events.ts'
import { createEventSearch, type EventSearches } from './search-events.ts'

/** What is asked about single events. */
export interface DeskEvents
  extends EventLookup,
    EventOffers,
    EventScans,
    EventSearches,
    EventViews,
    RelatedEvents,
    EventAttachments {}

export function createDeskEvents(
  store: Store,
  { blobs, clock }: { blobs: BlobReader | undefined; clock: () => number },
): DeskEvents {
  const { find, findInProject, list, findOldestArrival } = createEventLookup(store, clock)
  const { readView, readExcerpt } = createEventView(store, clock)
  const { listRelated } = createRelatedEvents(store)
  const { search } = createEventSearch(store)
  const { scan } = createEventScans(store)
  const { offerKeys, offerValues } = createEventOffers(store)
  const { listAttachments, findAttachment } = createEventAttachments(store, blobs)
  return {
    find,
    findInProject,
    findOldestArrival,
    findAttachment,
    list,
    listAttachments,
    listRelated,
    offerKeys,
    offerValues,
    readView,
    readExcerpt,
    scan,
    search,
  }
}
