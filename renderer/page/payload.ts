import type { ActionResult } from './action.ts'
import type { Frame } from './loader.ts'
import type { PageData } from './page-data.ts'

/**
 * A page's data on its way to the browser, without the time of the answer: what has not changed is then the same
 * to the byte, and a browser that has it already is told so (304). The time travels in the answer's `Date`.
 */
export type PayloadData = Omit<PageData, 'frame' | 'action'> & { frame: Omit<Frame, 'now'> }

interface Aborted {
  /** Absent where nothing failed: the page was not found, or not allowed. */
  error: { digest?: string }
}

/** What a page's payload address answers. */
export type Payload = { data: PayloadData } | { redirect: string } | Aborted

/** What a page answers to a form posted with `accept: application/json`. */
export type ActionPayload =
  | { action: ActionResult; data: PayloadData }
  /** `changed` as in `done()`: pages whose data is out of date; all of them when it is absent. */
  | { redirect: string; changed?: string[] }
  | Aborted

export function withoutNow({ page, frame: { now: _now, ...frame } }: PageData): PayloadData {
  return { page, frame }
}

/** `answeredAt`: the `Date` header of the answer, in whole seconds by the server's clock. */
export function withNow(data: PayloadData, answeredAt: string | null): PageData {
  return { ...data, frame: { ...data.frame, now: Date.parse(answeredAt ?? '') } }
}
