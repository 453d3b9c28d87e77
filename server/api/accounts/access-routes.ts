import type { ApiRoute } from '#server/api/route.ts'
import {
  endMemberSession,
  endMemberSessions,
  getMember,
  listMemberSessions,
  listMembers,
  removeMember,
  updateMember,
} from './members.ts'
import { listApiTokens, revokeApiToken } from './tokens.ts'

const MEMBER = '/organizations/:organization/members/:memberId'

/** Routes about access. Those about accounts are for tokens that may write; each token may revoke itself. */
export const ACCESS_ROUTES: ApiRoute[] = [
  ['/api-tokens', listApiTokens, 'GET', 'read'],
  ['/api-tokens', revokeApiToken, 'DELETE', 'read'],
  ['/api-tokens/:tokenId', revokeApiToken, 'DELETE', 'read'],
  ['/organizations/:organization/members', listMembers, 'GET', 'write'],
  [MEMBER, getMember, 'GET', 'write'],
  [MEMBER, updateMember, 'PUT', 'write'],
  [MEMBER, removeMember, 'DELETE', 'write'],
  [`${MEMBER}/sessions`, listMemberSessions, 'GET', 'write'],
  [`${MEMBER}/sessions`, endMemberSessions, 'DELETE', 'write'],
  [`${MEMBER}/sessions/:sessionId`, endMemberSession, 'DELETE', 'write'],
]
