import { type Build, buildOfScript } from '#server/processing/source-maps/builds.ts'
import { listScriptFrames, scriptOf } from '#server/processing/source-maps/script-frames.ts'
import { answer } from '#server/store/engine/asking.ts'
import { findPayload } from '#server/store/engine/payload-blocks.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findStackEvent } from '#server/store/sourcemaps/due-stacks.ts'
import { findMap } from '#server/store/sourcemaps/find-map.ts'
import {
  listStacksToLookUp,
  type NewHostedFetch,
  noteLookedUp,
} from '#server/store/sourcemaps/hosted-fetches.ts'

/** So many stacks of a project are looked up in one go. */
const STACKS_AT_ONCE = 5
const FRAMES_PER_EVENT = 50
const SCRIPTS_PER_EVENT = 8

/** Looks which scripts of waiting stacks lie at the project's origins, and notes those as to be fetched. False if none waited. */
export async function lookUpStacks(
  store: Store,
  { projectId, origins, now }: { projectId: number; origins: ReadonlySet<string>; now: number },
): Promise<boolean> {
  const stacks = await listStacksToLookUp(store.db, projectId, STACKS_AT_ONCE)
  for (const stack of stacks) {
    const scripts = await listMissing(store, { projectId, origins, stack })
    await store.write((trx) => noteLookedUp(trx, { projectId, stack, scripts, now }))
  }
  return stacks.length > 0
}

interface Stack {
  build: Build
  groupingId: number
  eventRowId: number
}

/** What another map or another upload repairs is no reason to fetch. */
const NOT_FOR_LACK = new Set(['unusable_map', 'map_without_mappings'])

async function listMissing(
  { db }: Store,
  { projectId, origins, stack }: { projectId: number; origins: ReadonlySet<string>; stack: Stack },
): Promise<NewHostedFetch[]> {
  const place = await findStackEvent(db, stack)
  const event = place && (await findPayload(db, place))
  if (event === undefined) return []
  const files = new Set(listScriptFrames(event, FRAMES_PER_EVENT).map(scriptOf))
  const missing = new Map<string, NewHostedFetch>()
  for (const file of files) {
    if (missing.size === SCRIPTS_PER_EVENT) break
    const origin = URL.parse(file)?.origin ?? ''
    if (!origins.has(origin)) continue
    const found = await answer(db, findMap(db, { ...event, projectId }, file))
    if (!('reason' in found) || NOT_FOR_LACK.has(found.reason)) continue
    missing.set(file, {
      ...{ project_id: projectId, origin, url: file, build: buildOfScript(event, file) },
      ...{ release: event.release ?? null, dist: event.dist ?? null },
    })
  }
  return [...missing.values()]
}
