import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import type { Permalinks } from '#server/api/permalinks.ts'
import { ORGANIZATION } from '#server/api/projects/answer.ts'
import { formatTime } from '#server/api/time.ts'
import { LETTER_AVATAR } from './whoami.ts'

/** https://docs.sentry.io/api/organizations/list-your-organizations/: a desk is one organization. */
export async function listOrganizations(request: ApiRequest): Promise<Answer> {
  return answer([await toOrganizationAnswer(request)])
}

/** https://docs.sentry.io/api/organizations/retrieve-an-organization/ */
export async function getOrganization(request: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(request.params))
    return refuse(404, 'Cannot show the organization: the only one is "desk"')
  return answer(await toOrganizationAnswer(request))
}

async function toOrganizationAnswer({ desk, permalinks }: ApiRequest) {
  const projects = await desk.projects.list()
  return {
    ...ORGANIZATION,
    status: { id: 'active', name: 'active' },
    // The organization is as old as the first project that the token sees.
    dateCreated: formatTime(Math.min(...projects.map(({ createdAt }) => createdAt))),
    isEarlyAdopter: false,
    require2FA: false, // sentry-cli reads no organization without it; what our sign-in asks for is not the organization's
    requireEmailVerification: false,
    hasAuthProvider: false,
    avatar: LETTER_AVATAR,
    features: [],
    links: linksOf(permalinks),
  }
}

/** The MCP server refuses a region that is not HTTPS, and goes on without one. */
function linksOf({ home }: Permalinks) {
  return { organizationUrl: home, regionUrl: home.startsWith('https:') ? home : '' }
}

/** https://docs.sentry.io/api/teams/list-an-organizations-teams/ */
export async function listTeams({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return refuse(404, 'Cannot list teams: the only organization is "desk"')
  const [teams, memberCounts] = await Promise.all([
    desk.accounts.listTeams(),
    desk.accounts.countTeamMembers(),
  ])
  return answer(
    teams.map(({ id, slug, name }) => ({
      id: String(id),
      slug,
      name,
      avatar: LETTER_AVATAR,
      hasAccess: true,
      memberCount: memberCounts.get(id) ?? 0,
    })),
  )
}

/** https://docs.sentry.io/api/environments/list-an-organizations-environments/ */
export async function listEnvironments({ desk, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params))
    return refuse(404, 'Cannot list environments: the only organization is "desk"')
  const names = await desk.projects.listEnvironments()
  return answer(names.map((name) => ({ id: name, name })))
}
