import type { ReadyJob } from '#server/artifacts/assemble-job.ts'
import { parseScriptBuild } from '#server/processing/source-maps/builds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { Leases } from '#server/store/memory/leases.ts'
import { findBundle } from '#server/store/sourcemaps/artifacts.ts'
import {
  findDueFetch,
  forgetFetches,
  type HostedFetchRow,
  noteFetch,
} from '#server/store/sourcemaps/hosted-fetches.ts'
import { listHostedOrigins } from '#server/store/sourcemaps/hosted-origins.ts'
import { fetchHosted } from './fetch-hosted.ts'
import { type FetchFile, fetchScript, hashHosted } from './fetch-script.ts'
import { lookUpStacks } from './look-up-stacks.ts'

interface HostedMapsOptions {
  store: Store
  clock: () => number
  /** Registers what was fetched; resolves when its maps are compiled. */
  assemble: (job: ReadyJob) => Promise<void>
  /** So that one process fetches at a time. */
  leases: Leases
  fetchFile?: FetchFile
}

/** So many scripts of one project are fetched in an hour: events say which, and anybody can send events. */
const MOST_PER_HOUR = 60
/** A deploy may be under way, or the site may be down; after the last pause a script is given up. */
const PAUSES_MS = [10 * MINUTE_MS, 2 * HOUR_MS, DAY_MS]
const KEPT_MS = 90 * DAY_MS

export interface HostedMaps {
  /** Does one step; true while there may be more to do. */
  runOnce(): Promise<boolean>
  /** Breaks off what is being fetched; it is fetched after the next start. */
  close(): void
}

/**
 * Fetches the maps beside the scripts that stacks wait for, at the origins that projects allow: one script at a time, apart
 * from everything that takes events in.
 */
export function createHostedMaps(options: HostedMapsOptions): HostedMaps {
  const { store, clock, leases } = options
  const ending = new AbortController()
  const fetchFile = options.fetchFile ?? ((address) => fetchHosted(address, { ending: ending.signal }))

  async function runOnce(): Promise<boolean> {
    const now = clock()
    const origins = new Map<number, Set<string>>()
    for (const { projectId, origin } of await listHostedOrigins(store.db))
      origins.set(projectId, (origins.get(projectId) ?? new Set()).add(origin))
    if (origins.size === 0) return false
    const lease = await leases.take('hosted maps')
    if (lease === undefined) return false
    try {
      return await fetchNext(origins, now)
    } finally {
      await lease.giveBack()
    }
  }

  async function fetchNext(origins: ReadonlyMap<number, ReadonlySet<string>>, now: number): Promise<boolean> {
    let hasMore = false
    for (const [projectId, ofProject] of origins)
      hasMore = (await lookUpStacks(store, { projectId, origins: ofProject, now })) || hasMore
    const due = await findDueFetch(store.db, { now, since: now - HOUR_MS, most: MOST_PER_HOUR })
    if (due === undefined) return hasMore
    const refusal = await fetchInto({ ...options, fetchFile }, due, origins.get(due.project_id))
    if (ending.signal.aborted) return false
    await store.write(async (trx) => {
      await noteFetch(trx, due.id, toResult(due, refusal, clock()))
      await forgetFetches(trx, now - KEPT_MS)
    })
    return true
  }
  return { runOnce, close: () => ending.abort() }
}

/** Fetches a script with its map and registers both. Returns why it cannot be used, or null. */
async function fetchInto(
  { store, clock, assemble, fetchFile }: HostedMapsOptions & { fetchFile: FetchFile },
  due: HostedFetchRow,
  origins: ReadonlySet<string> = new Set(),
): Promise<string | null> {
  const isAllowed = ({ origin }: URL) => origins.has(origin)
  const from = await fetchScript(due.url, { fetchFile, isAllowed })
  if ('refusal' in from) return from.refusal
  const { release, dist, project_id: projectId } = due
  const checksum = hashHosted(from, due)
  const known = await findBundle(store.db, projectId, checksum)
  if (known?.state === 'ok') return null
  const tool = 'the desk, beside the script'
  await assemble({ from, projectIds: [projectId], checksum, release, dist, tool, now: clock() })
  const bundle = await findBundle(store.db, projectId, checksum)
  return bundle?.state === 'ok' ? null : (bundle?.detail ?? 'its map could not be compiled')
}

/** Where nothing but the address says which build it is, the script may be another one tomorrow. */
function toResult({ build, failures }: HostedFetchRow, refusal: string | null, now: number) {
  const pause = PAUSES_MS[failures]
  const retryAt = pause === undefined ? null : now + pause
  const againAt = parseScriptBuild(build) === undefined ? null : now + DAY_MS
  return {
    ...{ tried_at: now, refusal, failures: refusal === null ? 0 : failures + 1 },
    next_at: refusal === null ? againAt : retryAt,
  }
}
