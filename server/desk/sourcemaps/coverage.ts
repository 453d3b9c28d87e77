import type { Kysely } from 'kysely'
import type { Coverage, CoverageReason } from '#server/models/source-maps.ts'
import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { explainUnmapped, NO_SOURCE_TEXT } from '#server/processing/source-maps/explain-unmapped.ts'
import { type FrameSource, isMappedInApp } from '#server/processing/source-maps/frame-sources.ts'
import { listScriptFrames, scriptOf } from '#server/processing/source-maps/script-frames.ts'
import { answer } from '#server/store/engine/asking.ts'
import { getPayload } from '#server/store/engine/payload-blocks.ts'
import { listNewestEventRows } from '#server/store/events/newest-events.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { findSources } from '#server/store/sourcemaps/find-sources.ts'

/** So many events stand for all: a page waits for them, and a storm of one stack is looked up once. */
const SAMPLED_EVENTS = 100
const FRAMES_PER_EVENT = 30
const MOST_LOOKED_UP = 1_500

/** Counts how many frames of the newest events of a project have a source, and why others have none. */
export async function readCoverage(
  db: Kysely<Database>,
  project: { id: number; slug: string },
  since: number,
): Promise<Coverage> {
  const rows = await listNewestEventRows(db, project.id, { since, limit: SAMPLED_EVENTS })
  const known = new Map<string, FrameSource[]>()
  const reasons = new Map<string, CoverageReason>()
  const coverage = { events: 0, frames: 0, mapped: 0 }
  let lookedUp = 0
  for (const row of rows) {
    const payload = await getPayload(db, row)
    // Frames with lines of code were mapped before they were sent.
    const frames = listScriptFrames(payload, FRAMES_PER_EVENT).filter(
      ({ context_line: line }) => line === undefined,
    )
    const key = keyOf(payload, frames)
    if (!known.has(key)) lookedUp += frames.length
    if (frames.length === 0 || lookedUp > MOST_LOOKED_UP) continue
    const sources = known.get(key) ?? (await sourcesOf(db, { ...payload, projectId: project.id }, frames))
    known.set(key, sources)
    coverage.events++
    for (const [index, source] of sources.entries()) {
      coverage.frames++
      if (!('reason' in source)) coverage.mapped++
      const lack = lackOf(source, frames[index], project.slug)
      if (lack === undefined) continue
      const counted = reasons.get(lack.reason) ?? { ...lack, frames: 0 }
      reasons.set(lack.reason, { ...counted, frames: counted.frames + 1 })
    }
  }
  return { ...coverage, reasons: [...reasons.values()].sort((a, b) => b.frames - a.frames) }
}

/** What a frame of the application lacks, if it has no source or no code. */
function lackOf(source: FrameSource, frame: NormalizedFrame | undefined, projectSlug: string) {
  if ('reason' in source) return { reason: source.reason, ...explainUnmapped(source, projectSlug) }
  if (frame === undefined || source.code.context_line !== undefined || !isMappedInApp(frame, source))
    return undefined
  return { reason: 'no_source_text' as const, ...NO_SOURCE_TEXT }
}

async function sourcesOf(
  db: Kysely<Database>,
  event: NormalizedEvent & { projectId: number },
  frames: readonly NormalizedFrame[],
): Promise<FrameSource[]> {
  const { sources } = await answer(db, findSources(db, event, frames))
  return sources
}

/** Events with the same stack of the same build have the same sources. */
function keyOf(
  { release, dist, debug_images, sdk }: NormalizedEvent,
  frames: readonly NormalizedFrame[],
): string {
  const places = frames.map((frame) => [scriptOf(frame), frame.lineno, frame.colno])
  return JSON.stringify([release, dist, debug_images, sdk?.version, places])
}
