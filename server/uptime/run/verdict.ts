import type { CheckState } from '#server/models/uptime/checks.ts'
import { MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'
import { nextSlot } from './slots.ts'

/** A failure is tried again so soon; until then it is nobody's business. */
const CONFIRM_AFTER_MS = 5 * SECOND_MS
/** A first failure that is older says nothing: the desk was down in between. */
const SUSPICION_MS = 2 * MINUTE_MS

interface Known {
  state: CheckState
  suspectedAt: number | null
  everyMinutes: number
  phaseMs: number
}

export interface Verdict {
  /** When it is asked next. */
  nextAt: number
  /** Set where a first failure waits for its second try. */
  suspectedAt: number | null
  /** What is counted; undefined while the second try is still to come. */
  counts: { isUp: boolean; tries: number } | undefined
  /** `began`: since when it is down; `ended`: it is up again. */
  incident: { began: number } | 'ended' | undefined
}

/** Decides what an answer means: a check is down after two failures in a row, and up after one success. */
export function judge(check: Known, isUp: boolean, now: number): Verdict {
  const { state, suspectedAt, everyMinutes, phaseMs } = check
  const nextAt = nextSlot(now, { everyMs: everyMinutes * MINUTE_MS, phaseMs })
  const isSecond = suspectedAt !== null && now - suspectedAt <= SUSPICION_MS
  const settled = { nextAt, suspectedAt: null }
  const tries = isSecond ? 2 : 1
  if (isUp) {
    return { ...settled, counts: { isUp, tries }, incident: state === 'down' ? 'ended' : undefined }
  }
  if (state === 'down') return { ...settled, counts: { isUp, tries: 1 }, incident: undefined }
  if (isSecond) return { ...settled, counts: { isUp, tries }, incident: { began: suspectedAt } }
  return { nextAt: now + CONFIRM_AFTER_MS, suspectedAt: now, counts: undefined, incident: undefined }
}
