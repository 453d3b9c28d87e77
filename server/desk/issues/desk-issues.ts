import type { Actor } from '#server/models/accounts/actor.ts'
import type { IssueChange } from '#server/models/issue-changes.ts'
import type { Store } from '#server/store/engine/store.ts'
import { createIssueLookup, type IssueLookup } from './find-issues.ts'
import { createIssueActions, type IssueActions } from './issues.ts'
import { createIssueLists, type IssueLists } from './search.ts'
import { createIssueTags, type IssueTags } from './tags.ts'

/** What is asked about issues, and what is done with them. */
export interface DeskIssues extends IssueLookup, IssueLists, IssueTags, IssueActions {}

interface IssuesOptions {
  viewer: { id: number; email: string } | undefined
  /** Whom the audit log names. */
  by: Actor
  clock: () => number
  onIssueChange?: ((change: IssueChange) => void) | undefined
}

export function createDeskIssues(store: Store, options: IssuesOptions): DeskIssues {
  const { find, findPlace, findByShortId, listPlatforms, findMergedInto, listSimilar, readHistory } =
    createIssueLookup(store, options.clock)
  const lists = createIssueLists(store, options)
  const { listTags, findTag, listTagKeys, listTagValues } = createIssueTags(store)
  const {
    change,
    undo,
    split,
    findHandling,
    readMarks,
    countStored,
    addComment,
    editComment,
    deleteComment,
  } = createIssueActions(store, options)
  return {
    ...lists,
    find,
    findPlace,
    findByShortId,
    listPlatforms,
    countStored,
    findHandling,
    findMergedInto,
    findTag,
    listSimilar,
    listTagKeys,
    listTagValues,
    listTags,
    readHistory,
    readMarks,
    change,
    undo,
    split,
    addComment,
    editComment,
    deleteComment,
  }
}
