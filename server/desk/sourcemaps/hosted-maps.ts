import type { Kysely } from 'kysely'
import { parseHostedOrigin } from '#server/artifacts/hosted/parse-origin.ts'
import type { HostedOverview } from '#server/models/source-maps.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findProjectRow } from '#server/store/projects/projects.ts'
import type { Database } from '#server/store/schema/schema.ts'
import { listFetches } from '#server/store/sourcemaps/hosted-fetches.ts'
import {
  addHostedOrigin,
  listHostedOrigins,
  removeHostedOrigin,
} from '#server/store/sourcemaps/hosted-origins.ts'

/** From where the desk may fetch maps beside the scripts of a project. */
export interface DeskHostedMaps {
  /** Undefined if there is no such project. */
  listOrigins(projectSlug: string): Promise<string[] | undefined>
  /** Adds an origin, or tries again what could not be fetched from it. A refusal is the end of a sentence. */
  addOrigin(projectSlug: string, text: string): Promise<{ origin: string } | { refusal: string }>
  /** False if it is not among the project's. */
  removeOrigin(projectSlug: string, origin: string): Promise<boolean>
}

const MOST_ORIGINS = 20
const MOST_LISTED = 20

export function createDeskHostedMaps(store: Store, clock: () => number): DeskHostedMaps {
  const { db } = store
  return {
    async listOrigins(projectSlug) {
      const project = await findProjectRow(db, projectSlug)
      return project && (await originsOf(db, project.id))
    },
    async addOrigin(projectSlug, text) {
      const project = await findProjectRow(db, projectSlug)
      if (project === undefined) return { refusal: `there is no project "${projectSlug}"` }
      const parsed = parseHostedOrigin(text)
      if ('refusal' in parsed) return parsed
      const known = await originsOf(db, project.id)
      if (known.length >= MOST_ORIGINS && !known.includes(parsed.origin))
        return { refusal: `a project has at most ${MOST_ORIGINS} origins` }
      await store.write((trx) => addHostedOrigin(trx, { projectId: project.id, now: clock(), ...parsed }))
      return parsed
    },
    async removeOrigin(projectSlug, origin) {
      const project = await findProjectRow(db, projectSlug)
      if (project === undefined) return false
      return store.write((trx) => removeHostedOrigin(trx, { projectId: project.id, origin }))
    },
  }
}

export async function readHosted(db: Kysely<Database>, projectId: number): Promise<HostedOverview> {
  const [origins, fetches] = await Promise.all([
    originsOf(db, projectId),
    listFetches(db, projectId, MOST_LISTED),
  ])
  return { origins, fetches }
}

async function originsOf(db: Kysely<Database>, projectId: number): Promise<string[]> {
  return (await listHostedOrigins(db, projectId)).map(({ origin }) => origin)
}
