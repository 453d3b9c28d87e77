import type { Kysely } from 'kysely'
import type { NormalizedEvent, NormalizedException, NormalizedFrame } from '#server/processing/event.ts'
import { isInApp } from '#server/processing/normalize/stack/in-app.ts'
import { limits } from '#server/protocol/limits.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { findSource, lookUpInMap } from '#server/store/sourcemaps/compiled-maps.ts'
import { type FoundMap, findMap, type UsedArtifact } from './find-map.ts'

/** So many frames of an event are mapped, from its innermost exception on; a page shows no more at once. */
const MOST_FRAMES = 200

export interface MappedEvent {
  payload: NormalizedEvent
  /** The uploads that were used. */
  usedArtifacts: UsedArtifact[]
}

/**
 * Puts the source's function, place and lines into the frames of scripts that have a source map, and the reason into those
 * that have none. What was sent stays in each frame's `mapping`.
 */
export async function mapEvent(
  db: Kysely<Database>,
  projectId: number,
  payload: NormalizedEvent,
): Promise<MappedEvent> {
  const known = new Map<string, Promise<FoundMap>>()
  const used = new Map<number, UsedArtifact>()
  const { debug_images, release, dist } = payload
  const find = (file: string) => {
    const found =
      known.get(file) ?? findMap(db, { projectId, ...definedOf({ debug_images, release, dist }) }, file)
    known.set(file, found)
    return found
  }
  let left = MOST_FRAMES
  const values: NormalizedException[] = []
  for (const exception of payload.exception.values.toReversed()) {
    const frames = exception.stacktrace?.frames ?? []
    const mapped: NormalizedFrame[] = []
    for (const frame of frames.toReversed()) {
      const isMappable = left > 0 && isOfScript(frame, payload.platform)
      if (isMappable) left--
      mapped.unshift(isMappable ? await mapFrame(db, frame, { find, used }) : frame)
    }
    values.unshift(exception.stacktrace ? { ...exception, stacktrace: { frames: mapped } } : exception)
  }
  return { payload: { ...payload, exception: { values } }, usedArtifacts: [...used.values()] }
}

function definedOf<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** A script that a bundler made. Frames with lines of code were mapped before they were sent, or were never bundled. */
function isOfScript(frame: NormalizedFrame, platform: string): boolean {
  if (platform !== 'javascript' && platform !== 'node') return false
  if (frame.lineno === undefined || frame.lineno < 1) return false
  const file = fileOf(frame)
  if (!/^(?:https?|app|file|capacitor):|[^?#]\.(?:js|mjs|cjs|bundle|jsbundle)(?:[?#]|$)/i.test(file))
    return false
  return platform === 'javascript' || (frame.context_line === undefined && !/^(?:node|internal):/.test(file))
}

function fileOf({ abs_path, filename }: NormalizedFrame): string {
  return abs_path ?? filename ?? ''
}

interface Lookups {
  find(file: string): Promise<FoundMap>
  used: Map<number, UsedArtifact>
}

async function mapFrame(
  db: Kysely<Database>,
  frame: NormalizedFrame,
  { find, used }: Lookups,
): Promise<NormalizedFrame> {
  const { lineno = 0, colno } = frame
  const map = await find(fileOf(frame))
  // Lines that the SDK sent are the source already, so nothing is missing.
  const unmapped = (reason: Extract<FoundMap, { reason: unknown }>): NormalizedFrame =>
    frame.context_line === undefined ? { ...frame, mapping: { isMapped: false, ...reason } } : frame
  if ('reason' in map) return unmapped(map)
  if (colno === undefined) return unmapped({ reason: 'no_column', found: null, expected: null })
  const line = lineno - 1
  const column = Math.max(0, colno - 1)
  const [place, running] = await Promise.all([
    lookUpInMap(db, { mapId: map.mapId, kind: 'mapping' }, line, column),
    lookUpInMap(db, { mapId: map.mapId, kind: 'function' }, line, column),
  ])
  if (!place)
    return unmapped({ reason: 'position_out_of_range', found: `${lineno}:${colno}`, expected: null })
  const source = await findSource(db, map.mapId, place.sourceIndex)
  used.set(map.artifact.id, map.artifact)
  const path = source?.path ?? ''
  const { pre_context: _before, context_line: _line, post_context: _after, ...rest } = frame
  return {
    ...rest,
    ...functionOf(frame, running?.name),
    filename: path,
    lineno: place.line + 1,
    colno: place.column + 1,
    in_app: frame.in_app && isInApp({ filename: path }, 'javascript'),
    ...codeAround(source?.text ?? null, place.line),
    mapping: {
      isMapped: true,
      by: map.by,
      sent: { function: frame.function ?? null, file: fileOf(frame), line: lineno, column: colno },
    },
  }
}

/** Without a name of its own the function is anonymous, whatever the minifier called it. */
function functionOf({ function: sent }: NormalizedFrame, named: string | undefined): { function?: string } {
  if (named !== undefined) return named === '' ? {} : { function: named }
  return sent === undefined ? {} : { function: sent }
}

function codeAround(text: string | null, line: number): Partial<NormalizedFrame> {
  if (text === null) return {}
  const lines = text.split(/\r\n|[\n\r]/)
  const failing = lines[line]
  if (failing === undefined) return {}
  const cut = (one: string) => one.slice(0, limits.codeLineChars).toWellFormed()
  return {
    pre_context: lines.slice(Math.max(0, line - CONTEXT_LINES), line).map(cut),
    context_line: cut(failing),
    post_context: lines.slice(line + 1, line + 1 + CONTEXT_LINES).map(cut),
  }
}

const CONTEXT_LINES = 5
