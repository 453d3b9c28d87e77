export interface Interval {
  startUs: number
  endUs: number
}

/** A stretch of the critical path: the time in which everything waited for this span. */
export interface Stretch extends Interval {
  /** The span's place in the list of spans. */
  span: number
}

/**
 * Finds, backwards, what a span's end waited for: the child that ended last, before it the one that had ended when that
 * one began, and so on; when no child ran, it was the span itself. What ran beside these, or beyond its parent's end,
 * could have taken longer or shorter without any difference. The stretches follow each other without gaps from the
 * span's start to its end. There is no recursion, since a sender may nest a trace as deep as it likes.
 */
export function findCriticalPath(
  spans: readonly Interval[],
  children: readonly (readonly number[])[],
  root: number,
): Stretch[] {
  const stretches: Stretch[] = []
  const top = spans[root]
  const waiting = top === undefined ? [] : [{ span: root, startUs: top.startUs, endUs: top.endUs }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { span, startUs, endUs } = next
    let time = endUs
    const keep = (from: number, to: number) => {
      if (to > from) stretches.push({ span, startUs: from, endUs: to })
    }
    for (const child of byEnd(spans, children[span] ?? [], next)) {
      if (child.endUs > time || child.endUs <= child.startUs) continue
      keep(child.endUs, time)
      waiting.push(child)
      time = child.startUs
    }
    keep(startUs, time)
  }
  return stretches.sort((a, b) => a.startUs - b.startUs)
}

/** Lists the children, cut to their parent's time; the one that ended last stands first. */
function byEnd(
  spans: readonly Interval[],
  children: readonly number[],
  { startUs, endUs }: Interval,
): Stretch[] {
  return children
    .flatMap((span) => {
      const child = spans[span]
      if (child === undefined) return []
      const cut = { span, startUs: Math.max(child.startUs, startUs), endUs: Math.min(child.endUs, endUs) }
      return cut.endUs >= cut.startUs ? [cut] : []
    })
    .sort((a, b) => b.endUs - a.endUs || a.startUs - b.startUs)
}
