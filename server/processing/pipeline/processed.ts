import type { NormalizedEvent } from '#server/processing/event.ts'
import type { Grouping } from '#server/processing/grouping/grouping.ts'
import type { SentGrouping } from '#server/processing/grouping/sent-grouping.ts'
import type { OwnedBy } from '#server/processing/owners/ownership.ts'
import type { StoredRecord } from '#server/processing/record.ts'
import type { Build } from '#server/processing/source-maps/builds.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'
import type { Title } from '#server/processing/title.ts'
import type { CountedOutcome } from '#server/protocol/outcome.ts'
import type { RateLimit } from '#server/protocol/rate-limit.ts'

export interface AcceptedEvent {
  event: NormalizedEvent
  grouping: Grouping
  title: Title
  /** The event with the sources in its frames, where source maps say them. It is counted and never stored. */
  mapped?: NormalizedEvent
  /** Who is to have its issue, if it is new or comes back. */
  owned?: OwnedBy
  /** How it was grouped without them, where that is another key. */
  sentAs?: SentGrouping
  /** The builds whose source maps may come later. */
  waitingFor?: Build[]
  /** The uploads whose use is to be noted. */
  usedArtifacts?: number[]
}

/** What an envelope comes to: each of its items is in exactly one outcome. */
export interface Processed {
  answer:
    | { status: 200; id?: string; rejected?: number; limits?: RateLimit[] }
    | { status: 400 | 403 | 413; detail: string }
  event?: AcceptedEvent
  /** Accepted spans. They are not in `outcomes`: only the store can tell which of them are new. */
  spans: NormalizedSpan[]
  /** Accepted records, counted by the store like the spans. */
  records: StoredRecord[]
  outcomes: CountedOutcome[]
  /** What our own code threw on, for whoever runs the desk. */
  failure?: string
}

/** What an item's reader gives, before it is scrubbed. */
export interface ReadItem<Read> {
  id?: string
  records: Read[]
  /** Of what could not be read. */
  outcomes: CountedOutcome[]
}

/** What one item adds. Without an outcome of its own, it is counted as accepted. */
export interface ProcessedItem {
  /** Of the event or transaction, for the answer. */
  id?: string
  event?: AcceptedEvent
  spans?: NormalizedSpan[]
  records?: StoredRecord[]
  outcomes: CountedOutcome[]
}
