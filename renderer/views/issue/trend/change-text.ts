import { clipText, formatNumber } from '#renderer/format/format.ts'
import type { Reader } from '#renderer/format/reader-time.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#renderer/format/time-units.ts'
import { change as say } from '#renderer/texts/issues/event.ts'
import type { HistoryChange, IssueHistory } from '#server/models/issues.ts'
import { momentOf, verbOf } from './trend-text.ts'

/** A sentence about what changed, with the version in its middle if it names one. */
export interface ChangeParts {
  before: string
  version: string | null
  after: string
}

/** A rise is known to the hour, so one of the next hour may have begun with the deploy. */
const WITH_IT_MS = HOUR_MS

export function changeParts(change: HistoryChange, history: IssueHistory, reader: Reader): ChangeParts {
  const { time } = change
  if (change.kind === 'first') {
    const { cause } = change
    const before = say.first(delayOf(time - cause.time))
    return { before, version: cause.version, after: say.was(verbOf(cause)) }
  }
  const { cause } = change
  const what = change.factor === null ? say.again : say.more(formatFactor(change.factor))
  if (cause === null) {
    const sentence = say.alone(what, momentOf(time, history, reader))
    return { before: sentence + (change.isWithoutMarks ? say.withoutMarks : ''), version: null, after: '' }
  }
  const delayMs = time - cause.time
  const before =
    delayMs < WITH_IT_MS
      ? say.after(what)
      : say.later(what, momentOf(time, history, reader), delayOf(delayMs))
  return { before, version: cause.version, after: say.was(verbOf(cause)) }
}

/** The sentence for who hears the chart. */
export function changeText(change: HistoryChange, history: IssueHistory, reader: Reader): string {
  const { before, version, after } = changeParts(change, history, reader)
  return `${before}${version === null ? '' : clipText(version, 80)}${after}`
}

/** `5 hours`: the largest whole unit. */
export function delayOf(durationMs: number): string {
  if (durationMs < MINUTE_MS) return say.atOnce
  if (durationMs < HOUR_MS) return say.minutes(Math.floor(durationMs / MINUTE_MS))
  if (durationMs < 2 * DAY_MS) return say.hours(Math.floor(durationMs / HOUR_MS))
  return say.days(Math.floor(durationMs / DAY_MS))
}

function formatFactor(factor: number): string {
  return factor < 10 ? String(Math.round(factor * 10) / 10) : formatNumber(factor)
}
