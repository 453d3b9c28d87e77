import type { ApiRoute } from '#server/api/route.ts'
import { getOrganization, listEnvironments, listOrganizations, listTeams } from './organizations.ts'
import { getOwnAccount, listRegions } from './whoami.ts'

/** Routes that Sentry's clients ask first, to learn where they are and whose token they have. */
export const ORGANIZATION_ROUTES: ApiRoute[] = [
  ['GET', '/auth', 'any token', getOwnAccount],
  ['GET', '/users/me', 'any token', getOwnAccount],
  ['GET', '/users/me/regions', 'any token', listRegions],
  ['GET', '/organizations', 'org:read', listOrganizations],
  ['GET', '/organizations/:organization', 'org:read', getOrganization],
  ['GET', '/organizations/:organization/teams', 'org:read', listTeams],
  ['GET', '/organizations/:organization/environments', 'org:read', listEnvironments],
]
