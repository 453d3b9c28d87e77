import type { Store } from '#server/store/engine/store.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import { listTagKeys, listTagValues } from '#server/store/issues/search/search-values.ts'
import { findIssueTag, type IssueTag, listIssueTags } from '#server/store/issues/tags.ts'

const TOP_VALUES = 10

export interface IssueTags {
  /** Lists an issue's tags by key, each with its ten most frequent values; undefined when there is no such issue. */
  listTags(issueId: number): Promise<IssueTag[] | undefined>
  /** Finds a tag of an issue with all values that are kept. */
  findTag(issueId: number, key: string): Promise<IssueTag | undefined>
  /** Lists the tags that can be searched for; those of the most issues come first. */
  listTagKeys(): ReturnType<typeof listTagKeys>
  /** Lists the values of a tag; those of the most issues come first. */
  listTagValues(key: string): ReturnType<typeof listTagValues>
}

export function createIssueTags({ db }: Store): IssueTags {
  return {
    async listTags(issueId) {
      const issue = await findIssueRow(db, issueId)
      return issue && listIssueTags(db, issue, TOP_VALUES)
    },
    listTagKeys: () => listTagKeys(db),
    listTagValues: (key) => listTagValues(db, key),
    async findTag(issueId, key) {
      const issue = await findIssueRow(db, issueId)
      return issue && findIssueTag(db, issue, key)
    },
  }
}
