import type { ApiRoute } from '#server/api/route.ts'
import { deleteIssues, updateIssue, updateIssues, updateProjectIssues } from './change-issues.ts'
import { addComment, deleteComment, editComment, listActivities, listComments } from './comments.ts'
import { getShortId } from './issues.ts'

/** Routes that change issues. Each has Sentry's older address and its newer one. */
export const LIFE_CYCLE_ROUTES: ApiRoute[] = [
  ['PUT', '/organizations/:organization/issues', 'event:write', updateIssues],
  ['PUT', '/projects/:organization/:project/issues', 'event:write', updateProjectIssues],
  ['DELETE', '/organizations/:organization/issues', 'event:admin', deleteIssues],
  ['GET', '/organizations/:organization/shortids/:shortId', 'org:read', getShortId],
  ...['/issues/:issueId', '/organizations/:organization/issues/:issueId'].flatMap(ofIssue),
]

function ofIssue(path: string): ApiRoute[] {
  return [
    ['PUT', path, 'event:write', updateIssue],
    ['DELETE', path, 'event:admin', deleteIssues],
    ['GET', `${path}/activities`, 'event:read', listActivities],
    // Newer clients call comments notes, as activities do.
    ...['comments', 'notes'].flatMap((name): ApiRoute[] => [
      ['GET', `${path}/${name}`, 'event:read', listComments],
      ['POST', `${path}/${name}`, 'event:write', addComment],
      ['PUT', `${path}/${name}/:commentId`, 'event:write', editComment],
      ['DELETE', `${path}/${name}/:commentId`, 'event:write', deleteComment],
    ]),
  ]
}
