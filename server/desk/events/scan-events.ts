import type { Period } from '#server/models/period.ts'
import type { EventLevel, NormalizedEvent } from '#server/processing/event.ts'
import { formatShortId } from '#server/protocol/short-id.ts'
import { listPayloadTexts } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type ScannedEvent, scanEvents } from '#server/store/events/scan-events.ts'

export interface EventScanAsked {
  projectIds: readonly number[]
  /** Only the events of this issue. */
  issueId?: number | undefined
  /** When they arrived. */
  period: Period
  /** Reads what events say beside their columns, of fewer events. */
  withPayload: boolean
}

export interface ScannedEventDetail extends Omit<ScannedEvent, 'level' | 'number'> {
  level: EventLevel
  shortId: string
  /** Undefined unless it was asked for. */
  payload: NormalizedEvent | undefined
}

export interface EventScans {
  /**
   * Lists events of several issues, the newest arrival first: 10,000 at most, and 1,000 with payloads. `isWhole` is false where
   * older ones were left out.
   */
  scan(asked: EventScanAsked): Promise<{ events: ScannedEventDetail[]; isWhole: boolean }>
}

const MOST_EVENTS = 10_000
/** Payloads are unpacked, some 0.1 ms each. */
const MOST_PAYLOADS = 1_000
const CHUNK = 100

export function createEventScans({ db }: Store): EventScans {
  return {
    async scan({ withPayload, ...asked }) {
      const limit = withPayload ? MOST_PAYLOADS : MOST_EVENTS
      const { rows, isWhole } = await scanEvents(db, { ...asked, limit })
      const texts: string[] = []
      for (let read = 0; withPayload && read < rows.length; read += CHUNK) {
        texts.push(...(await listPayloadTexts(db, rows.slice(read, read + CHUNK))))
      }
      const events = rows.map((row, index): ScannedEventDetail => {
        const text = texts[index]
        return {
          ...row,
          level: row.level as EventLevel, // the writer stores normalized levels only
          shortId: formatShortId(row),
          payload: text === undefined ? undefined : (JSON.parse(text) as NormalizedEvent), // our own writer wrote it
        }
      })
      return { events, isWhole }
    },
  }
}
