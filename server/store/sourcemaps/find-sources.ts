import type { Kysely } from 'kysely'
import type { NormalizedFrame } from '#server/processing/event.ts'
import type { SourceLines } from '#server/processing/frame-mapping.ts'
import type { FrameSource, NoSource } from '#server/processing/source-maps/frame-sources.ts'
import { scriptOf } from '#server/processing/source-maps/script-frames.ts'
import { limits } from '#server/protocol/limits.ts'
import { type Asking, together } from '#server/store/engine/asking.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { findSource, lookUpInMap } from './compiled-maps.ts'
import { because, type FoundMap, findMap, type ScriptOfEvent, type UsedArtifact } from './find-map.ts'

export interface FoundSources {
  /** One for each frame, in their order. */
  sources: FrameSource[]
  /** The uploads that were used. */
  usedArtifacts: UsedArtifact[]
}

type MapFound = Extract<FoundMap, { mapId: number }>

/** Finds the sources of frames of an event's scripts. A map and a source's text are asked for once. */
export function* findSources(
  db: Kysely<Database>,
  event: ScriptOfEvent,
  frames: readonly NormalizedFrame[],
): Asking<FoundSources> {
  const scripts = [...new Set(frames.map(scriptOf))]
  const found = yield* together(scripts.map((script) => findMap(db, event, script)))
  const maps = new Map(scripts.map((script, index) => [script, found[index]]))
  const places = yield* together(
    frames.flatMap((frame) => {
      const map = maps.get(scriptOf(frame))
      return map === undefined ? [] : findPlace(db, frame, map)
    }),
  )
  const byText = Map.groupBy(places.filter(isPlace), ({ mapId, sourceIndex }) => `${mapId} ${sourceIndex}`)
  const read = yield* together([...byText.values()].map((ofText) => readText(db, ofText)))
  const sources = new Map(read.flat())
  const used = new Map(places.filter(isPlace).map(({ artifact }) => [artifact.id, artifact]))
  return {
    sources: places.flatMap((place) => (isPlace(place) ? (sources.get(place) ?? []) : place)),
    usedArtifacts: [...used.values()],
  }
}

/** Where a frame's code is; all counts begin at zero. */
interface Place {
  artifact: UsedArtifact
  by: MapFound['by']
  mapId: number
  sourceIndex: number
  line: number
  column: number
  function: string | undefined
}

function isPlace(place: Place | NoSource): place is Place {
  return !('reason' in place)
}

function* findPlace(
  db: Kysely<Database>,
  { lineno = 0, colno }: NormalizedFrame,
  map: FoundMap,
): Asking<Place | NoSource> {
  if ('reason' in map) return map
  if (colno === undefined) return because('no_column')
  const { mapId, artifact, by } = map
  const line = lineno - 1
  const column = Math.max(0, colno - 1)
  const { place, running } = yield* lookUpInMap(db, mapId, line, column)
  if (!place) return because('position_out_of_range', `${lineno}:${colno}`)
  const { sourceIndex } = place
  return { artifact, by, mapId, sourceIndex, line: place.line, column: place.column, function: running?.name }
}

/** Reads the code around places in one text, which is not kept. */
function* readText(db: Kysely<Database>, places: readonly Place[]): Asking<[Place, FrameSource][]> {
  const [first] = places
  if (first === undefined) return []
  const source = yield* findSource(db, first.mapId, first.sourceIndex)
  const lines = source?.text?.split(/\r\n|[\n\r]/) ?? []
  return places.map((place) => [
    place,
    {
      by: place.by,
      function: place.function,
      path: source?.path ?? '',
      line: place.line + 1,
      column: place.column + 1,
      code: codeAround(lines, place.line),
    },
  ])
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
