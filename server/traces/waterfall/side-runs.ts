import type { RunTone, SideRun } from '#server/models/traces/trace-rows.ts'
import type { Side } from '#server/processing/span.ts'

interface TimedSpan {
  op: string
  side: Side
  startUs: number
  durationUs: number
}

/** A bar of a list is this many pixels wide or a few more. */
const PARTS = 100
/** Who is asked last works: a database for a server, a server for a browser. */
const DEPTH = { browser: 1, server: 2, database: 3 } as const satisfies Record<RunTone, number>

/** Which side worked during a segment, one run after the other. Where none is known, the segment's own side did. */
export function sideRuns(
  segment: Pick<TimedSpan, 'startUs' | 'durationUs'> & { side: Side },
  spans: readonly TimedSpan[],
): SideRun[] {
  const tones = new Array<RunTone>(PARTS).fill(segment.side)
  for (const span of spans) {
    const tone = toneOf(span)
    const [from, to] = [partAt(segment, span.startUs), partAt(segment, span.startUs + span.durationUs)]
    for (let part = Math.max(0, Math.floor(from)); part < Math.min(PARTS, Math.ceil(to)); part++) {
      if (DEPTH[tone] > DEPTH[tones[part] ?? 'browser']) tones[part] = tone
    }
  }
  const runs: SideRun[] = []
  for (const tone of tones) {
    const last = runs.at(-1)
    if (last?.tone === tone) last.share = Math.round((last.share + 1 / PARTS) * PARTS) / PARTS
    else runs.push({ tone, share: 1 / PARTS })
  }
  return runs
}

function partAt({ startUs, durationUs }: { startUs: number; durationUs: number }, time: number): number {
  return ((time - startUs) / Math.max(1, durationUs)) * PARTS
}

function toneOf({ op, side }: TimedSpan): RunTone {
  return /^(db|cache)\b/.test(op) ? 'database' : side
}
