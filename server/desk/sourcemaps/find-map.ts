import type { Kysely } from 'kysely'
import type { NormalizedEvent } from '#server/processing/event.ts'
import type { UnmappedReason } from '#server/processing/frame-mapping.ts'
import { resolveUrl, urlsOf } from '#server/sourcemaps/artifact-urls.ts'
import type { Database } from '#server/store/schema/schema.ts'
import {
  type ArtifactRow,
  hasArtifacts,
  isDebugIdElsewhere,
  listArtifactsByDebugId,
  listArtifactsByUrl,
} from '#server/store/sourcemaps/artifacts.ts'

/** An upload that was used. */
export interface UsedArtifact {
  id: number
  /** Milliseconds since the epoch: when its last use was noted. */
  usedAt: number
}

/** The map of a script, or why there is none. */
export type FoundMap = { mapId: number; artifact: UsedArtifact; by: 'debug id' | 'release and URL' } | NoMap

interface NoMap {
  reason: UnmappedReason
  found: string | null
  expected: string | null
}

type ScriptOfEvent = Pick<NormalizedEvent, 'debug_images' | 'release' | 'dist'> & { projectId: number }

/**
 * Finds the map of a script of an event: by the script's debug id, else by release, dist and address. If there is none,
 * it says what comes closest to one.
 */
export async function findMap(db: Kysely<Database>, event: ScriptOfEvent, file: string): Promise<FoundMap> {
  const image = event.debug_images?.find(({ code_file }) => code_file === file)
  if (image) return findByDebugId(db, event.projectId, image.debug_id)
  return findByUrl(db, event, file)
}

async function findByDebugId(db: Kysely<Database>, projectId: number, debugId: string): Promise<FoundMap> {
  const artifacts = await listArtifactsByDebugId(db, projectId, debugId)
  const map = usable(artifacts)
  if (map) return { ...map, by: 'debug id' }
  const unusable = artifacts.find(({ kind }) => kind === 'map')
  if (unusable) return because('unusable_map', unusable.refusal)
  if (artifacts.length > 0) return because('map_missing', artifacts[0]?.url ?? null, debugId)
  const isElsewhere = await isDebugIdElsewhere(db, projectId, debugId)
  return because(isElsewhere ? 'uploaded_to_other_project' : 'map_not_uploaded', debugId)
}

async function findByUrl(db: Kysely<Database>, event: ScriptOfEvent, file: string): Promise<FoundMap> {
  const { projectId } = event
  const release = event.release ?? null
  const dist = event.dist ?? null
  if (!(await hasArtifacts(db, projectId))) return because('nothing_uploaded')
  const urls = urlsOf(file)
  const scripts = (await listArtifactsByUrl(db, projectId, urls)).filter(({ kind }) => kind === 'script')
  const ofRelease = scripts.filter((script) => script.release === release)
  const [script] = ofRelease.filter((one) => one.dist === dist)
  if (script === undefined) {
    const [otherDist] = ofRelease
    if (otherDist) return because('wrong_dist', otherDist.dist, dist)
    const [otherRelease] = scripts
    if (otherRelease) return because('other_release', otherRelease.release, release)
    return release === null ? because('no_debug_id') : because('url_differs', urls[0] ?? file, null)
  }
  const mapUrl = resolveUrl(script.url, script.map_url ?? `${fileName(script.url)}.map`)
  const maps = await listArtifactsByUrl(db, projectId, [mapUrl])
  const ofBundle = maps.filter((map) => map.release === release && map.dist === dist)
  const map = usable(ofBundle)
  if (map) return { ...map, by: 'release and URL' }
  const [unusable] = ofBundle.filter(({ kind }) => kind === 'map')
  return unusable ? because('unusable_map', unusable.refusal) : because('map_missing', script.url, mapUrl)
}

function usable(
  artifacts: readonly ArtifactRow[],
): Pick<Extract<FoundMap, { mapId: number }>, 'mapId' | 'artifact'> | undefined {
  for (const { id, map_id: mapId, used_at: usedAt } of artifacts)
    if (mapId !== null) return { mapId, artifact: { id, usedAt } }
  return undefined
}

function because(reason: UnmappedReason, found: string | null = null, expected: string | null = null): NoMap {
  return { reason, found, expected }
}

function fileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
