import type { Listing } from '#server/models/listing.ts'
import type { ReleaseCommit, ReleaseWork } from '#server/models/releases/commits.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findPreviousWithCommits, listCommits, readReleaseWork } from '#server/store/releases/commits.ts'
import type { ReleaseRow } from '#server/store/releases/releases.ts'

type OfRelease = Pick<ReleaseRow, 'projectId' | 'version'>

export interface ReleaseCommits {
  /** Lists the commits of a release, the newest first. A cursor is the position of the first one. */
  listCommits(
    release: OfRelease,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Listing<ReleaseCommit>>
  /** Says of each release, in their order, what commits it has. */
  readWork(releases: readonly OfRelease[]): Promise<ReleaseWork[]>
  /** Finds the version of the project's release before this one that has commits. */
  findPreviousWithCommits(release: OfRelease & { createdAt: number }): Promise<string | undefined>
}

export function createReleaseCommits({ db }: Store): ReleaseCommits {
  return {
    async listCommits(release, { limit, cursor }) {
      const from = parsePosition(cursor ?? '') ?? 0
      const rows = await listCommits(db, release, { from, limit: limit + 1 })
      const next = rows[limit]
      return { items: rows.slice(0, limit), nextCursor: next ? String(next.position) : null }
    },
    readWork: (releases) => readReleaseWork(db, releases),
    findPreviousWithCommits: async (release) => (await findPreviousWithCommits(db, release))?.version,
  }
}

/** Reads a cursor of commits; undefined for what is none. */
export function parsePosition(cursor: string): number | undefined {
  return /^\d{1,6}$/.test(cursor) ? Number(cursor) : undefined
}
