import type { ActionResult } from './action.ts'
import type { Frame } from './loader.ts'
import type { PageData } from './page-data.ts'

/**
 * A page's data for the browser, without the time of the answer. Unchanged data then has the same bytes,
 * and a browser that has it gets a 304. The time is in the answer's `Date` header.
 */
export type PayloadData = Omit<PageData, 'frame' | 'action'> & { frame: Omit<Frame, 'now'> }

interface Aborted {
  /** Absent if nothing failed: the page was not found or not allowed. */
  error: { digest?: string }
}

/** The answer of a page's payload address. */
export type Payload = { data: PayloadData } | { redirect: string } | Aborted

/** The answer to a form that was posted with `accept: application/json`. */
export type ActionPayload =
  | { action: ActionResult; data: PayloadData }
  /**
   * `changed` as in `done()`: the pages whose data is out of date. If it is absent, all pages are. The next page shows
   * the result's message.
   */
  | { redirect: string; changed?: string[]; action?: ActionResult }
  | Aborted

export function withoutNow({ page, frame: { now: _now, ...frame } }: PageData): PayloadData {
  return { page, frame }
}

/** `answeredAt`: the `Date` header of the answer, in whole seconds by the server's clock. */
export function withNow(data: PayloadData, answeredAt: string | null): PageData {
  return { ...data, frame: { ...data.frame, now: Date.parse(answeredAt ?? '') } }
}
