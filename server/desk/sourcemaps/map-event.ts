import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { withRuleTitle } from '#server/processing/grouping/rules.ts'
import { withSources } from '#server/processing/source-maps/frame-sources.ts'
import { listScriptFrames } from '#server/processing/source-maps/script-frames.ts'
import { type Title, titleOf } from '#server/processing/title.ts'
import { answer } from '#server/store/engine/asking.ts'
import type { Database } from '#server/store/schema/schema.ts'
import type { UsedArtifact } from '#server/store/sourcemaps/find-map.ts'
import { findSources } from '#server/store/sourcemaps/find-sources.ts'
import { mappedLimits } from '#server/store/sourcemaps/mapped-limits.ts'

export interface MappedEvent {
  payload: NormalizedEvent
  /** Undefined where no frame has a source. */
  titles: { mapped: Title; sent: Title } | undefined
  /** The uploads that were used. */
  usedArtifacts: UsedArtifact[]
}

/** Maps the stacks of an event that somebody reads: its exceptions' and its threads'. */
export async function mapEvent(
  db: Kysely<Database>,
  projectId: number,
  payload: NormalizedEvent,
): Promise<MappedEvent> {
  const frames = listScriptFrames(payload, mappedLimits.frames)
  const { sources, usedArtifacts } = await answer(db, findSources(db, { ...payload, projectId }, frames))
  const byFrame = new Map(frames.flatMap((frame, index) => pairOf(frame, sources[index])))
  const mapped = withSources(payload, byFrame)
  const isMapped = sources.some((source) => !('reason' in source))
  const titles = isMapped ? { mapped: nameOf(mapped), sent: nameOf(payload) } : undefined
  return { payload: mapped, titles, usedArtifacts }
}

/** What lists call an event; the title may be that of a grouping rule. */
export function nameOf(event: NormalizedEvent): Title {
  return withRuleTitle(titleOf(event), event)
}

function pairOf<Key, Value>(key: Key, value: Value | undefined): [Key, Value][] {
  return value === undefined ? [] : [[key, value]]
}
