import type { Kysely } from 'kysely'
import type { NormalizedFrame } from '#server/processing/event.ts'
import type { SourceLines } from '#server/processing/frame-mapping.ts'
import type { FrameSource } from '#server/processing/source-maps/frame-sources.ts'
import { scriptOf } from '#server/processing/source-maps/script-frames.ts'
import { limits } from '#server/protocol/limits.ts'
import type { Asking } from '#server/store/engine/asking.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { findSource, lookUpInMap } from './compiled-maps.ts'
import { because, type FoundMap, findMap, type ScriptOfEvent, type UsedArtifact } from './find-map.ts'

export interface FoundSources {
  /** One for each frame, in their order. */
  sources: FrameSource[]
  /** The uploads that were used. */
  usedArtifacts: UsedArtifact[]
}

/** Finds the sources of frames of an event's scripts. A map and a source's text are asked for once. */
export function* findSources(
  db: Kysely<Database>,
  event: ScriptOfEvent,
  frames: readonly NormalizedFrame[],
): Asking<FoundSources> {
  const maps = new Map<string, FoundMap>()
  const texts = new Map<string, SourceText>()
  const used = new Map<number, UsedArtifact>()
  const sources: FrameSource[] = []
  for (const frame of frames) {
    const script = scriptOf(frame)
    const map = maps.get(script) ?? (yield* findMap(db, event, script))
    maps.set(script, map)
    const source = 'reason' in map ? map : yield* findFrameSource(db, frame, { map, texts })
    if (!('reason' in map) && !('reason' in source)) used.set(map.artifact.id, map.artifact)
    sources.push(source)
  }
  return { sources, usedArtifacts: [...used.values()] }
}

interface SourceText {
  path: string
  lines: string[]
}

function* findFrameSource(
  db: Kysely<Database>,
  { lineno = 0, colno }: NormalizedFrame,
  { map, texts }: { map: Extract<FoundMap, { mapId: number }>; texts: Map<string, SourceText> },
): Asking<FrameSource> {
  if (colno === undefined) return because('no_column')
  const { mapId } = map
  const line = lineno - 1
  const column = Math.max(0, colno - 1)
  const place = yield* lookUpInMap(db, { mapId, kind: 'mapping' }, line, column)
  if (!place) return because('position_out_of_range', `${lineno}:${colno}`)
  const running = yield* lookUpInMap(db, { mapId, kind: 'function' }, line, column)
  const key = `${mapId} ${place.sourceIndex}`
  const { path, lines } = texts.get(key) ?? toText(yield* findSource(db, mapId, place.sourceIndex))
  texts.set(key, { path, lines })
  return {
    by: map.by,
    function: running?.name,
    path,
    line: place.line + 1,
    column: place.column + 1,
    code: codeAround(lines, place.line),
  }
}

function toText(source: { path: string; text: string | null } | undefined): SourceText {
  return { path: source?.path ?? '', lines: source?.text?.split(/\r\n|[\n\r]/) ?? [] }
}

const CONTEXT_LINES = 5

function codeAround(lines: readonly string[], line: number): SourceLines {
  const failing = lines[line]
  if (failing === undefined) return {}
  const cut = (one: string) => one.slice(0, limits.codeLineChars).toWellFormed()
  return {
    pre_context: lines.slice(Math.max(0, line - CONTEXT_LINES), line).map(cut),
    context_line: cut(failing),
    post_context: lines.slice(line + 1, line + 1 + CONTEXT_LINES).map(cut),
  }
}
