import type { DigestMatch } from '#server/models/events.ts'
import type { Searched } from '#server/models/search.ts'
import { parseFeedbackSearch } from '#server/search/dialects/feedback.ts'
import type { SearchContext } from '#server/search/dialects/issue-condition.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { parseLogSearch } from '#server/search/dialects/logs.ts'
import { parseReleaseSearch } from '#server/search/dialects/releases.ts'
import { parseTraceSearch } from '#server/search/dialects/traces.ts'
import type { SearchError } from '#server/search/search-error.ts'
import { parseTarget } from '#server/search/target.ts'
import type { Store } from '#server/store/engine/store.ts'
import { findIssueByNumber } from '#server/store/issues/handling.ts'
import { findAnyEvent } from '#server/store/issues/search/find-target.ts'
import { findByDigest } from './find-digest.ts'
import { findUnknownTag } from './issues/unknown-tags.ts'

export interface DeskSearch {
  /** Finds the issue or event of a digest. Case and characters that look alike do not matter. */
  findByDigest(digest: string): Promise<DigestMatch | undefined>
  /** Finds the issue or event of a search that is only a digest, an event's id or an issue's short id. */
  findTarget(query: string): Promise<DigestMatch | undefined>
  /** Finds the part of a search that is the reason for its refusal; undefined when no part of it is. */
  findSearchError(searched: Searched, query: string): Promise<SearchError | undefined>
}

export function createDeskSearch(store: Store, contextOf: () => SearchContext): DeskSearch {
  const { db } = store

  /** A merged one is found in the issue that it is part of now. */
  async function findIssue(named: { projectSlug: string; number: number }): Promise<DigestMatch | undefined> {
    const issueId = await findIssueByNumber(db, named)
    return issueId === undefined ? undefined : { kind: 'issue', issueId }
  }

  async function findFirst(digests: readonly string[]): Promise<DigestMatch | undefined> {
    const matches = await Promise.all(digests.map((digest) => findByDigest(store, digest)))
    return matches.find((match) => match !== undefined)
  }

  return {
    findByDigest: (digest) => findByDigest(store, digest),
    async findTarget(query) {
      const target = parseTarget(query)
      switch (target?.kind) {
        case undefined:
          return undefined
        case 'event':
          return findAnyEvent(db, target.id)
        case 'short-id':
          return (await findIssue(target)) ?? findFirst(target.digests)
        case 'digests':
          return findFirst(target.digests)
      }
    },
    findSearchError: async (searched, query) =>
      findSearchError(searched, query, contextOf) ??
      (searched === 'issues' ? await findUnknownTag(store, query) : undefined),
  }
}

/**
 * Says what is wrong with a search, or undefined.
 * @internal
 */
export function findSearchError(
  searched: Searched,
  query: string,
  contextOf: () => SearchContext,
): SearchError | undefined {
  const read = readAs(searched, query, contextOf)
  return 'error' in read ? read.error : undefined
}

function readAs(
  searched: Searched,
  query: string,
  contextOf: () => SearchContext,
): object | { error: SearchError } {
  switch (searched) {
    case 'issues':
      return parseIssueSearch(query, contextOf())
    case 'logs':
      return parseLogSearch(query)
    case 'traces':
      return parseTraceSearch(query)
    case 'feedback':
      return parseFeedbackSearch(query)
    case 'releases':
      return parseReleaseSearch(query)
  }
}
