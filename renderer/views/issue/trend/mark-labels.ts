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

/** Labels are at least this far apart, in percent, so that they also fit a phone. */
const LEAST_GAP = 15
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
    if (percent < 0 || percent > 100 || labels.some((label) => isNear(label, percent))) continue
    labels.push({
      text: clipText(shortVersion(mark.version), MOST_CHARACTERS),
      percent,
      isBefore: percent > LAST_PART,
      isChange: mark === change,
    })
  }
  return labels
}

function isNear(label: MarkLabel, percent: number): boolean {
  return Math.abs(label.percent - percent) < LEAST_GAP
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
