/** An event of Chromium's trace: https://chromium.googlesource.com/catapult/+/HEAD/tracing/README.md; times in µs. */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** The thread's own processor time, which other work on the machine does not lengthen. */
  tdur?: number
}

const phases = ['script', 'parse', 'style', 'layout', 'paint', 'collection', 'other'] as const
type Phase = (typeof phases)[number]

/** What `browser.startTracing()` has to record for `phasesOf()`. */
export const traceCategories = ['-*', 'devtools.timeline', 'v8', 'blink.user_timing']

/**
 * Milliseconds of the main thread's processor time by phase, on average, between the marks `begin /path` and `end /path`
 * that `performance.mark()` has set around each navigation to that path.
 */
export function phasesOf(events: readonly TraceEvent[], path: string): Record<Phase | 'total', number> {
  const spent = Object.fromEntries(phases.map((phase) => [phase, 0])) as Record<Phase, number>
  const begins = events.filter(({ name }) => name === `begin ${path}`)
  for (const { pid, tid, ts } of begins) {
    const end = events.find((event) => event.name === `end ${path}` && event.pid === pid && event.ts > ts)
    const isOwn = (event: TraceEvent) => event.ph === 'X' && event.pid === pid && event.tid === tid
    addSelfTimes(
      events.filter((event) => isOwn(event) && event.ts >= ts && event.ts < (end?.ts ?? ts)),
      spent,
    )
  }
  const average = (micros: number) => Math.round(micros / Math.max(1, begins.length) / 10) / 100
  const total = average(Object.values(spent).reduce((sum, micros) => sum + micros, 0))
  for (const phase of phases) spent[phase] = average(spent[phase])
  return { total, ...spent }
}

/** Each event's time without that of the events inside it, which have phases of their own. */
function addSelfTimes(events: TraceEvent[], spent: Record<Phase, number>): void {
  const open: { end: number; phase: Phase }[] = []
  for (const event of events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= event.ts) open.pop()
    const around = open.at(-1)
    const phase = phaseOf(event.name) ?? around?.phase ?? 'other'
    const taken = event.tdur ?? event.dur ?? 0
    spent[phase] += taken
    if (around !== undefined) spent[around.phase] -= taken
    open.push({ end: event.ts + (event.dur ?? 0), phase })
  }
}

const names: Record<Exclude<Phase, 'other'>, RegExp> = {
  script:
    /^(EvaluateScript|FunctionCall|RunMicrotasks|EventDispatch|TimerFire|FireAnimationFrame|v8\.(run|callFunction|compile))/,
  parse: /^ParseHTML$/,
  style: /^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet)$/,
  layout: /^(Layout|InvalidateLayout)$/,
  paint: /^(PrePaint|Paint|PaintImage|Layerize|Commit|UpdateLayer|UpdateLayerTree|CompositeLayers)$/,
  collection: /^(MinorGC|MajorGC|V8\.GC)/,
}

function phaseOf(name: string): Phase | undefined {
  return phases.find((phase) => phase !== 'other' && names[phase].test(name))
}
