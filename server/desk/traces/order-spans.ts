/** What places a span among the others of its trace. */
export interface SpanPlace {
  projectId: number
  spanId: string
  parentSpanId: string | null
}

/** No call goes this deep, and programs that read nested JSON by recursion can still take it. */
const DEEPEST = 200

/**
 * Puts each span before its children, siblings in the order given, and adds its depth. A span without a parent here is
 * at the top; so is the first of spans that are each other's parents. It takes any input, and never recurses.
 */
export function orderByParents<T extends SpanPlace>(spans: T[]): (T & { depth: number })[] {
  const parents = withoutCycles(spans, findParents(spans))
  const children = new Map<T | undefined, T[]>()
  for (const span of spans) {
    const siblings = children.get(parents.get(span))
    if (siblings) siblings.push(span)
    else children.set(parents.get(span), [span])
  }
  const ordered: (T & { depth: number })[] = []
  const waiting = (children.get(undefined) ?? []).toReversed().map((span) => ({ span, depth: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { span, depth } = next
    ordered.push({ ...span, depth })
    const below = Math.min(depth + 1, DEEPEST)
    for (const child of (children.get(span) ?? []).toReversed()) waiting.push({ span: child, depth: below })
  }
  return ordered
}

/** Looks in the span's own project first, since projects that share a trace may hold copies of the same span. */
function findParents<T extends SpanPlace>(spans: T[]): Map<T, T | undefined> {
  const byProject = new Map<string, T>()
  const byId = new Map<string, T>()
  for (const span of spans) {
    byProject.set(`${span.projectId}:${span.spanId}`, span)
    if (!byId.has(span.spanId)) byId.set(span.spanId, span)
  }
  const parents = spans.map(({ projectId, parentSpanId }) =>
    parentSpanId === null
      ? undefined
      : (byProject.get(`${projectId}:${parentSpanId}`) ?? byId.get(parentSpanId)),
  )
  return new Map(spans.map((span, index) => [span, parents[index]]))
}

/** Goes up from each span once; where it comes back to the way it took, the first span of the circle has no parent. */
function withoutCycles<T>(spans: T[], parents: Map<T, T | undefined>): Map<T, T | undefined> {
  const order = new Map(spans.map((span, index) => [span, index]))
  const placeOf = (span: T) => order.get(span) ?? 0
  const done = new Set<T>()
  for (const start of spans) {
    const way = new Set<T>()
    let span: T | undefined = start
    while (span && !done.has(span) && !way.has(span)) {
      way.add(span)
      span = parents.get(span)
    }
    if (span && way.has(span)) {
      const circle = [...way].slice([...way].indexOf(span))
      const first = circle.reduce((one, other) => (placeOf(other) < placeOf(one) ? other : one))
      parents.set(first, undefined)
    }
    for (const each of way) done.add(each)
  }
  return parents
}
