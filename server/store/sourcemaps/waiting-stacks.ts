import type { Transaction } from 'kysely'
import { type Build, releaseBuild, scriptBuild } from '#server/processing/source-maps/builds.ts'
import type { Database } from '#server/store/schema/schema.ts'

interface UploadedFile {
  kind: string
  url: string
  debug_id: string | null
  release: string | null
  dist: string | null
  map_id: number | null
}

/** The builds that these files are the maps of. */
export function mappedBuilds(files: readonly UploadedFile[]): Build[] {
  const builds = new Set<Build>()
  const maps = files.filter(({ map_id }) => map_id !== null)
  for (const { debug_id, release, dist } of maps) {
    if (debug_id !== null) builds.add(debug_id)
    if (release !== null) builds.add(releaseBuild(release, dist))
  }
  if (maps.length === 0) return []
  for (const { kind, url, debug_id, release } of files)
    if (kind === 'script' && debug_id === null && release === null) builds.add(scriptBuild(url))
  return [...builds]
}

const BUILDS_AT_ONCE = 500

/**
 * In the transaction that stores an upload, so that nothing that waits for it is forgotten. What is mapped in part may get
 * the rest.
 */
export async function markDue(
  trx: Transaction<Database>,
  projectId: number,
  builds: readonly Build[],
): Promise<void> {
  for (let start = 0; start < builds.length; start += BUILDS_AT_ONCE) {
    await trx
      .updateTable('waiting_stack')
      .set({ state: 'due' })
      .where('project_id', '=', projectId)
      .where('build', 'in', builds.slice(start, start + BUILDS_AT_ONCE))
      .where('state', 'in', ['waiting', 'looked', 'partly'])
      .execute()
  }
}
