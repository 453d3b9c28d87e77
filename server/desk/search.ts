import type { DigestMatch } from '#server/models/events.ts'
import type { Searched } from '#server/models/search.ts'
import type { SearchContext } from '#server/search/dialects/issue-condition.ts'
import { readIssueSearch } from '#server/search/dialects/issues.ts'
import { readLogSearch } from '#server/search/dialects/logs.ts'
import { readTraceSearch } from '#server/search/dialects/traces.ts'
import type { SearchFault } from '#server/search/fault.ts'
import { readTarget } from '#server/search/target.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findAnyEvent, findNumberedIssue } from '#server/store/issues/search/find-target.ts'
import { findByDigest } from './find-digest.ts'

export interface DeskSearch {
  /** Finds the issue or event of a digest. Case and characters that look alike do not matter. */
  findByDigest(digest: string): Promise<DigestMatch | undefined>
  /** Finds the issue or event of a search that is only a digest, an event's id or an issue's short id. */
  findTarget(query: string): Promise<DigestMatch | undefined>
  /** Finds the part of a search that is the reason for its refusal; undefined when no part of it is. */
  findFault(searched: Searched, query: string): SearchFault | undefined
}

export function createDeskSearch(store: Store, contextOf: () => SearchContext): DeskSearch {
  const { db } = store

  async function findFirst(digests: readonly string[]): Promise<DigestMatch | undefined> {
    for (const digest of digests) {
      const match = await findByDigest(store, digest)
      if (match) return match
    }
    return undefined
  }

  return {
    findByDigest: (digest) => findByDigest(store, digest),
    async findTarget(query) {
      const target = readTarget(query)
      switch (target?.kind) {
        case undefined:
          return undefined
        case 'event':
          return findAnyEvent(db, target.id)
        case 'short-id':
          return (await findNumberedIssue(db, target)) ?? findFirst(target.digests)
        case 'digests':
          return findFirst(target.digests)
      }
    },
    findFault: (searched, query) => findFault(searched, query, contextOf),
  }
}

/**
 * Says what is wrong with a search, or undefined.
 * @internal
 */
export function findFault(
  searched: Searched,
  query: string,
  contextOf: () => SearchContext,
): SearchFault | undefined {
  const read = readAs(searched, query, contextOf)
  return 'fault' in read ? read.fault : undefined
}

function readAs(
  searched: Searched,
  query: string,
  contextOf: () => SearchContext,
): object | { fault: SearchFault } {
  switch (searched) {
    case 'issues':
      return readIssueSearch(query, contextOf())
    case 'logs':
      return readLogSearch(query)
    case 'traces':
      return readTraceSearch(query)
  }
}
