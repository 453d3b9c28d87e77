import type { Kysely } from 'kysely'
import type { Coverage, CoverageReason } from '#server/models/source-maps.ts'
import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { explainUnmapped, NO_SOURCE_TEXT } from '#server/processing/source-maps/explain-unmapped.ts'
import { type FrameSource, isMappedInApp } from '#server/processing/source-maps/frame-sources.ts'
import { listScriptFrames, scriptOf } from '#server/processing/source-maps/script-frames.ts'
import { answer, together } from '#server/store/engine/asking.ts'
import { listPayloadTexts, splitPlaces } from '#server/store/engine/payload-blocks.ts'
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
  const sampled = await sampleStacks(db, project.id, since)
  const stacks = new Map(sampled.map((stack) => [stack.key, stack]))
  const found = await answer(
    db,
    together(
      [...stacks.values()].map(({ event, frames }) =>
        findSources(db, { ...event, projectId: project.id }, frames),
      ),
    ),
  )
  const sourcesOf = new Map([...stacks.keys()].map((key, index) => [key, found[index]?.sources ?? []]))
  const reasons = new Map<string, CoverageReason>()
  const coverage = { events: 0, frames: 0, mapped: 0 }
  for (const { key, frames } of sampled) {
    coverage.events++
    for (const [index, source] of (sourcesOf.get(key) ?? []).entries()) {
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

/** A stack of an event, with what is needed to find the sources of its frames. */
interface SampledStack {
  /** Events with the same stack of the same build have the same sources. */
  key: string
  event: Pick<NormalizedEvent, 'debug_images' | 'release' | 'dist' | 'sdk'>
  frames: readonly NormalizedFrame[]
}

/** Lists the stacks of the newest events that need a map: frames with lines of code were mapped before they were sent. */
async function sampleStacks(db: Kysely<Database>, projectId: number, since: number): Promise<SampledStack[]> {
  const rows = await listNewestEventRows(db, projectId, { since, limit: SAMPLED_EVENTS })
  const sampled: SampledStack[] = []
  const known = new Set<string>()
  let lookedUp = 0
  for (const places of splitPlaces(rows)) {
    for (const text of await listPayloadTexts(db, places)) {
      const payload = JSON.parse(text) as NormalizedEvent // written by our own writer
      const frames = listScriptFrames(payload, FRAMES_PER_EVENT).filter(
        ({ context_line: line }) => line === undefined,
      )
      const key = keyOf(payload, frames)
      if (!known.has(key)) lookedUp += frames.length
      if (frames.length === 0 || lookedUp > MOST_LOOKED_UP) continue
      known.add(key)
      sampled.push({ key, event: buildOf(payload), frames })
    }
  }
  return sampled
}

function buildOf({ debug_images, release, dist, sdk }: NormalizedEvent): SampledStack['event'] {
  return {
    ...(debug_images && { debug_images }),
    ...(release !== undefined && { release }),
    ...(dist !== undefined && { dist }),
    ...(sdk && { sdk }),
  }
}

/** What a frame of the application lacks, if it has no source or no code. */
function lackOf(source: FrameSource, frame: NormalizedFrame | undefined, projectSlug: string) {
  if ('reason' in source) return { reason: source.reason, ...explainUnmapped(source, projectSlug) }
  if (frame === undefined || source.code.context_line !== undefined || !isMappedInApp(frame, source))
    return undefined
  return { reason: 'no_source_text' as const, ...NO_SOURCE_TEXT }
}

function keyOf(
  { release, dist, debug_images, sdk }: NormalizedEvent,
  frames: readonly NormalizedFrame[],
): string {
  const places = frames.map((frame) => [scriptOf(frame), frame.lineno, frame.colno])
  return JSON.stringify([release, dist, debug_images, sdk?.version, places])
}
