import { clipText } from '#renderer/format/format.ts'
import type { HistoryMark, IssueHistory } from '#server/models/issues.ts'

export interface MarkLabel {
  text: string
  /** The place of its line, in percent of the chart's width. */
  percent: number
  /** The last part of the chart has no room to the right of a line. */
  isBefore: boolean
  /** This mark can have changed how often the issue happens. */
  isChange: boolean
}

/** The width of a letter and the gap between labels, in percent of the chart on a phone. */
const LETTER = 2
const GAP = 2
const LAST_PART = 86
const MOST_CHARACTERS = 12

/**
 * The names of the marks that have room above the chart: the one that can have changed the trend first, then the newest.
 * Of a version that was deployed to several places only production is named.
 */
export function markLabels(history: IssueHistory, change: HistoryMark | undefined): MarkLabel[] {
  const candidates = [...(change === undefined ? [] : [change]), ...tellingMarks(history.marks).toReversed()]
  const labels: MarkLabel[] = []
  for (const mark of candidates) {
    const percent = placeOf(mark, history)
    const text = clipText(shortVersion(mark.version), MOST_CHARACTERS)
    const label = { text, percent, isBefore: percent > LAST_PART, isChange: mark === change }
    if (percent < 0 || percent > 100 || labels.some((other) => isNear(label, other))) continue
    labels.push(label)
  }
  return labels
}

/** Labels do not touch, and lines that are close together have one. */
function isNear(label: MarkLabel, other: MarkLabel): boolean {
  const [from, to] = extentOf(label)
  const [otherFrom, otherTo] = extentOf(other)
  return from < otherTo + GAP && otherFrom < to + GAP
}

function extentOf({ text, percent, isBefore }: MarkLabel): [from: number, to: number] {
  const width = text.length * LETTER
  return isBefore ? [percent - width, percent] : [percent, percent + width]
}

function tellingMarks(marks: readonly HistoryMark[]): readonly HistoryMark[] {
  const toProduction = marks.filter(({ environment }) => environment === 'production')
  return toProduction.length > 0 ? toProduction : marks
}

/** `2.5.0` of `shop@2.5.0`. */
function shortVersion(version: string): string {
  return version.slice(version.lastIndexOf('@') + 1) || version
}

function placeOf({ time }: HistoryMark, { start, barMs, counts }: IssueHistory): number {
  return Math.round((1000 * (time - start)) / (barMs * counts.length)) / 10
}
