import type { ApiRoute } from '#server/api/route.ts'
import {
  endMemberSession,
  endMemberSessions,
  getMember,
  getOwnMember,
  listMemberSessions,
  listMembers,
  removeMember,
  updateMember,
} from './members.ts'
import { getAuthentication, listApiTokens, revokeApiToken } from './tokens.ts'

const MEMBER = '/organizations/:organization/members/:memberId'

/** Routes about access. Each token may see and revoke itself; about others, its handlers ask for the scopes of members. */
export const ACCESS_ROUTES: ApiRoute[] = [
  ['GET', '/', 'any token', getAuthentication],
  ['GET', '/api-tokens', 'any token', listApiTokens],
  ['DELETE', '/api-tokens', 'any token', revokeApiToken],
  ['DELETE', '/api-tokens/:tokenId', 'any token', revokeApiToken],
  ['GET', '/organizations/:organization/members', 'member:read', listMembers],
  ['GET', '/organizations/:organization/members/me', 'any token', getOwnMember],
  ['GET', MEMBER, 'member:read', getMember],
  ['PUT', MEMBER, 'member:admin', updateMember],
  ['DELETE', MEMBER, 'member:admin', removeMember],
  ['GET', `${MEMBER}/sessions`, 'member:admin', listMemberSessions],
  ['DELETE', `${MEMBER}/sessions`, 'member:admin', endMemberSessions],
  ['DELETE', `${MEMBER}/sessions/:sessionId`, 'member:admin', endMemberSession],
]
