import type { Store } from '#server/store/engine/store.ts'
import { findIssueRow } from '#server/store/issues/issues.ts'
import { findIssueTag, type IssueTag, listIssueTags } from '#server/store/issues/tags.ts'

const TOP_VALUES = 10

export interface DeskTags {
  /** By key, each with its ten most frequent values; undefined when there is no such issue. */
  listIssueTags(issueId: number): Promise<IssueTag[] | undefined>
  /** With all values that are kept. */
  findIssueTag(issueId: number, key: string): Promise<IssueTag | undefined>
}

export function createDeskTags({ db }: Store): DeskTags {
  return {
    async listIssueTags(issueId) {
      const issue = await findIssueRow(db, issueId)
      return issue && listIssueTags(db, issue, TOP_VALUES)
    },
    async findIssueTag(issueId, key) {
      const issue = await findIssueRow(db, issueId)
      return issue && findIssueTag(db, issue, key)
    },
  }
}
