import type { ApiRoute } from '#server/api/route.ts'
import {
  deleteCodeowners,
  getOwnership,
  listCodeowners,
  saveCodeowners,
  updateOwnership,
} from './ownership.ts'

const PROJECT = '/projects/:organization/:project'

/** Ownership rules, and the CODEOWNERS file that a step of a release posts: Sentry's addresses. */
export const OWNERSHIP_ROUTES: ApiRoute[] = [
  ['GET', `${PROJECT}/ownership`, 'project:read', getOwnership],
  ['PUT', `${PROJECT}/ownership`, 'project:write', updateOwnership],
  ['GET', `${PROJECT}/codeowners`, 'project:read', listCodeowners],
  ['POST', `${PROJECT}/codeowners`, 'project:write', saveCodeowners],
  ['PUT', `${PROJECT}/codeowners/:id`, 'project:write', saveCodeowners],
  ['DELETE', `${PROJECT}/codeowners/:id`, 'project:write', deleteCodeowners],
]
