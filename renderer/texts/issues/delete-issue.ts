// The page that asks before an issue is deleted, and what it names.

import { cannotUndo, countOf, listOf } from '#renderer/texts/frame/deletion.ts'
import type { StoredOfIssue } from '#server/store/maintenance/count-of-issue.ts'

export const title = (shortId: string) => `Delete ${shortId}?`
export const confirm = 'Delete'
export const cancel = 'Cancel'
export const noUndo = `${cannotUndo} To hide the issue and keep its events, ignore it forever.`

/** Says as "2,418 events, 3 attachments and 4 comments will be deleted with it." */
export function whatGoes({ events, attachments, comments }: StoredOfIssue): string {
  const goes = listOf([
    countOf(events, 'event'),
    ...(attachments > 0 ? [countOf(attachments, 'attachment')] : []),
    ...(comments > 0 ? [countOf(comments, 'comment')] : []),
  ])
  return `${goes[0]?.toUpperCase()}${goes.slice(1)} will be deleted with it.`
}
