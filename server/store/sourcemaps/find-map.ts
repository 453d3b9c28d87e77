import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import type { UnmappedReason } from '#server/processing/frame-mapping.ts'
import { endingsOf, fileNameOf, resolveUrl, urlsOf } from '#server/processing/source-maps/artifact-urls.ts'
import { buildOfScript } from '#server/processing/source-maps/builds.ts'
import type { FoundSource, NoSource } from '#server/processing/source-maps/frame-sources.ts'
import { WITHOUT_MAPPINGS } from '#server/sourcemaps/read-map.ts'
import type { Asking } from '#server/store/engine/asking.ts'
import type { Database } from '#server/store/schema/schema.ts'
import {
  type ArtifactRow,
  hasArtifacts,
  isDebugIdElsewhere,
  listArtifactsByDebugId,
  listArtifactsByUrl,
  listScriptUrls,
} from './artifacts.ts'
import { findFetch } from './hosted-fetches.ts'

/** An upload that was used. */
export interface UsedArtifact {
  id: number
  /** Milliseconds since the epoch: when its last use was noted. */
  usedAt: number
}

/** The map of a script, or why there is none. */
export type FoundMap = { mapId: number; artifact: UsedArtifact; by: FoundSource['by'] } | NoSource

export type ScriptOfEvent = Pick<NormalizedEvent, 'debug_images' | 'release' | 'dist' | 'sdk'> & {
  projectId: number
}

/**
 * Finds the map of a script of an event: by the script's debug id, else by release, dist and address, else by release, dist
 * and a file name that only one script has. If there is none, it says what comes closest to one.
 */
export function* findMap(db: Kysely<Database>, event: ScriptOfEvent, file: string): Asking<FoundMap> {
  const found = yield* findUploaded(db, event, file)
  if (!('reason' in found) || !isWebAddress(file)) return found
  const { projectId } = event
  const tried = yield* findFetch(db, { projectId, url: file, build: buildOfScript(event, file) })
  return tried?.refusal ? because('not_fetched', tried.refusal, file) : found
}

function isWebAddress(file: string): boolean {
  return file.startsWith('https://')
}

function* findUploaded(db: Kysely<Database>, event: ScriptOfEvent, file: string): Asking<FoundMap> {
  const image = event.debug_images?.find(({ code_file }) => code_file === file)
  if (image) return yield* findByDebugId(db, event.projectId, { file, debugId: image.debug_id })
  return yield* findByUrl(db, event, file)
}

function* findByDebugId(
  db: Kysely<Database>,
  projectId: number,
  { file, debugId }: { file: string; debugId: string },
): Asking<FoundMap> {
  const artifacts = yield* listArtifactsByDebugId(db, projectId, debugId)
  const map = usable(artifacts)
  if (map) return { ...map, by: 'debug id' }
  const unusable = artifacts.find(({ kind }) => kind === 'map')
  if (unusable) return refused(unusable)
  if (artifacts.length > 0) return because('map_missing', artifacts[0]?.url ?? null, debugId)
  if (yield* isDebugIdElsewhere(db, projectId, debugId)) return because('uploaded_to_other_project', debugId)
  const namesake = (yield* listArtifactsByUrl(db, projectId, endingsOf(file))).find(hasId)
  return namesake ? because('other_build', namesake.debug_id, debugId) : because('map_not_uploaded', debugId)
}

function* findByUrl(db: Kysely<Database>, event: ScriptOfEvent, file: string): Asking<FoundMap> {
  const { projectId } = event
  const release = event.release ?? null
  const dist = event.dist ?? null
  if (!(yield* hasArtifacts(db, projectId))) return because('nothing_uploaded')
  const urls = urlsOf(file)
  const scripts = (yield* listArtifactsByUrl(db, projectId, urls)).filter(isOfRelease)
  const ofRelease = scripts.filter((script) => script.release === release)
  const [script] = ofRelease.filter((one) => one.dist === dist)
  if (script !== undefined) return yield* findMapOf(db, script)
  const byName = yield* findByFileName(db, event, file)
  if (byName !== undefined) return byName
  const namesakes = yield* listArtifactsByUrl(db, projectId, endingsOf(file))
  const withId = namesakes.find(hasId)
  if (withId && ofRelease.length === 0) return whyWithoutId(event, withId)
  const [otherDist] = ofRelease
  if (otherDist) return because('wrong_dist', otherDist.dist, dist)
  const [otherRelease] = scripts
  if (otherRelease) return because('other_release', otherRelease.release, release)
  if (release === null) return because('no_debug_id')
  const [namesake] = namesakes.filter((one) => one.release === release)
  return because('url_differs', urls[0] ?? file, namesake?.url)
}

/** The last way: the release has one script of this name, in whatever folder. Undefined if there is none, or no map of it. */
function* findByFileName(
  db: Kysely<Database>,
  { projectId, release, ...event }: ScriptOfEvent,
  file: string,
): Asking<FoundMap | undefined> {
  const fileName = fileNameOf(file)
  const dist = event.dist ?? null
  if (release === undefined || fileName === '') return undefined
  const urls = yield* listScriptUrls(db, { projectId, release, dist, fileName })
  if (urls.length !== 1) return undefined
  const scripts = yield* listArtifactsByUrl(db, projectId, urls)
  const script = scripts.find((one) => isOfRelease(one) && one.release === release && one.dist === dist)
  const found = script && (yield* findMapOf(db, script))
  return found && !('reason' in found) ? { ...found, by: 'file name' } : undefined
}

function* findMapOf(
  db: Kysely<Database>,
  { project_id: projectId, url, map_url, release, dist }: ArtifactRow,
): Asking<FoundMap> {
  const mapUrl = resolveUrl(url, map_url ?? `${fileNameOf(url)}.map`)
  const maps = yield* listArtifactsByUrl(db, projectId, [mapUrl])
  const ofBundle = maps.filter((map) => map.release === release && map.dist === dist)
  const map = usable(ofBundle)
  if (map) return { ...map, by: 'release and URL' }
  const [unusable] = ofBundle.filter(({ kind }) => kind === 'map')
  return unusable ? refused(unusable) : because('map_missing', url, mapUrl)
}

/** A script that was uploaded for its debug id, without a release, is of any build: its address says nothing. */
function isOfRelease({ kind, release, debug_id: id }: ArtifactRow): boolean {
  return kind === 'script' && (release !== null || id === null)
}

/** Since when SDKs send debug ids: https://docs.sentry.io/platforms/javascript/sourcemaps/troubleshooting_js/ */
const FIRST_WITH_IDS = [7, 47]

/** The event has no id of a script that was uploaded with one. */
function whyWithoutId({ sdk }: ScriptOfEvent, { debug_id: id }: ArtifactRow): NoSource {
  const [major, minor] = (sdk?.version ?? '').split('.', 2).map(Number)
  const isKnown = sdk?.name.startsWith('sentry.javascript.') && major !== undefined && minor !== undefined
  const [firstMajor = 0, firstMinor = 0] = FIRST_WITH_IDS
  const isOld = isKnown && (major < firstMajor || (major === firstMajor && minor < firstMinor))
  if (isOld) return because('sdk_too_old', sdk?.version, `${FIRST_WITH_IDS.join('.')}.0`)
  return because('id_not_in_script', id)
}

function hasId({ kind, debug_id: id }: ArtifactRow): boolean {
  return kind === 'script' && id !== null
}

function refused({ refusal }: ArtifactRow): NoSource {
  return refusal === WITHOUT_MAPPINGS ? because('map_without_mappings') : because('unusable_map', refusal)
}

function usable(
  artifacts: readonly ArtifactRow[],
): Pick<Extract<FoundMap, { mapId: number }>, 'mapId' | 'artifact'> | undefined {
  for (const { id, map_id: mapId, used_at: usedAt } of artifacts)
    if (mapId !== null) return { mapId, artifact: { id, usedAt } }
  return undefined
}

export function because(
  reason: UnmappedReason,
  found: string | null | undefined = null,
  expected: string | null | undefined = null,
): NoSource {
  return { reason, found: found ?? null, expected: expected ?? null }
}
