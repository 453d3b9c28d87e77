import type { Transaction } from 'kysely'
import { type Build, releaseBuild } from '#server/processing/source-maps/builds.ts'
import type { Database } from '#server/store/schema/schema.ts'

interface UploadedFile {
  debug_id: string | null
  release: string | null
  dist: string | null
  map_id: number | null
}

/** The builds that these files are the maps of. */
export function mappedBuilds(files: readonly UploadedFile[]): Build[] {
  const builds = new Set<Build>()
  for (const { debug_id, release, dist, map_id } of files) {
    if (map_id === null) continue
    if (debug_id !== null) builds.add(debug_id)
    if (release !== null) builds.add(releaseBuild(release, dist))
  }
  return [...builds]
}

const BUILDS_AT_ONCE = 500

/** In the transaction that stores an upload, so that nothing that waits for it is forgotten. */
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
      .where('state', '=', 'waiting')
      .execute()
  }
}
