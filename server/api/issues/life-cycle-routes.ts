import type { ApiRoute } from '#server/api/route.ts'
import { deleteIssues, updateIssue, updateIssues } from './change-issues.ts'
import { addComment, deleteComment, editComment, listComments } from './comments.ts'
import { getShortId } from './issues.ts'

/** Routes that change issues. Each has Sentry's older address and its newer one. */
export const LIFE_CYCLE_ROUTES: ApiRoute[] = [
  ['/organizations/:organization/issues', updateIssues, 'PUT'],
  ['/organizations/:organization/issues', deleteIssues, 'DELETE'],
  ['/organizations/:organization/shortids/:shortId', getShortId],
  ...['/issues/:issueId', '/organizations/:organization/issues/:issueId'].flatMap(ofIssue),
]

function ofIssue(path: string): ApiRoute[] {
  return [
    [path, updateIssue, 'PUT'],
    [path, deleteIssues, 'DELETE'],
    [`${path}/comments`, listComments],
    [`${path}/comments`, addComment, 'POST'],
    [`${path}/comments/:commentId`, editComment, 'PUT'],
    [`${path}/comments/:commentId`, deleteComment, 'DELETE'],
  ]
}
