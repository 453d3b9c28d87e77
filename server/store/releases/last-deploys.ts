import type { Kysely } from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'
import { rows } from '#server/store/words.ts'
import type { Deploy } from './releases.ts'

/** What lists say of a release's deploys. */
export interface ReleaseDeploys {
  deployCount: number
  lastDeploy: Deploy | null
}

const NO_DEPLOYS: ReleaseDeploys = { deployCount: 0, lastDeploy: null }

/** Counts the deploys of each release, in their order, and reads the newest one. */
export async function readReleaseDeploys(
  db: Kysely<Database>,
  releases: readonly { projectId: number; version: string }[],
): Promise<ReleaseDeploys[]> {
  const asked = JSON.stringify(releases.map(({ projectId, version }) => [projectId, version]))
  const counted = await db
    .selectFrom(rows(asked, { project_id: 'integer', version: 'text' }).as('asked'))
    .innerJoin('deploy', (join) =>
      join.onRef('deploy.project_id', '=', 'asked.project_id').onRef('deploy.version', '=', 'asked.version'),
    )
    .select(({ fn }) => [
      'deploy.project_id as projectId',
      'deploy.version',
      fn.countAll<number>().as('deployCount'),
      fn.max('deploy.finished_at').as('finishedAt'),
    ])
    .groupBy(['deploy.project_id', 'deploy.version'])
    .execute()
  const found = await Promise.all(
    counted.map(async ({ projectId, version, deployCount, finishedAt }) => {
      const lastDeploy = await db
        .selectFrom('deploy')
        .select(['id', 'environment', 'name', 'url', 'started_at as startedAt', 'finished_at as finishedAt'])
        .where('project_id', '=', projectId)
        .where('version', '=', version)
        .where('finished_at', '=', finishedAt)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return [`${projectId}:${version}`, { deployCount, lastDeploy: lastDeploy ?? null }] as const
    }),
  )
  const byRelease = new Map(found)
  return releases.map(({ projectId, version }) => byRelease.get(`${projectId}:${version}`) ?? NO_DEPLOYS)
}
