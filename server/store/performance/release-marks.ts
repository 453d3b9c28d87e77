import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

export interface ReleaseMarker {
  time: number
  version: string
  /** Null for the release itself, as it became known. */
  environment: string | null
}

const MOST_RELEASES = 50

/** When a project's latest releases came, and when each was deployed, the earliest first. */
export async function listReleaseMarkers(
  db: Kysely<Database>,
  { projectId, from, to }: { projectId: number; from: number; to: number },
): Promise<ReleaseMarker[]> {
  const releases = await db
    .selectFrom('project_release')
    .select(['version', 'created_at as time'])
    .where('project_id', '=', projectId)
    .where('created_at', '<', to)
    .orderBy('created_at', 'desc')
    .limit(MOST_RELEASES)
    .execute()
  const versions = releases.map(({ version }) => version)
  const deploys = await db
    .selectFrom('deploy')
    .select(['version', 'environment', 'finished_at as time'])
    .where('project_id', '=', projectId)
    .where('version', 'in', versions)
    .where('finished_at', '>=', from)
    .where('finished_at', '<', to)
    .limit(MOST_RELEASES)
    .execute()
  const deployed = new Set(deploys.map(({ version }) => version))
  return [
    ...deploys,
    // a deploy says it better
    ...releases
      .filter(({ version, time }) => time >= from && !deployed.has(version))
      .map((release) => ({ ...release, environment: null })),
  ].toSorted((a, b) => a.time - b.time)
}
