import * as v from 'valibot'
import type { AccountOutcome } from '#server/accounts/manage-accounts.ts'
import { type Answer, type ApiRequest, answer, isOurOrganization, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { formatTime } from '#server/api/time.ts'
import { ROLES } from '#server/models/accounts/roles.ts'
import type { SessionRow } from '#server/store/accounts/account-sessions.ts'
import type { ListedAccount } from '#server/store/accounts/manage-accounts.ts'

/** https://docs.sentry.io/api/organizations/list-an-organizations-members/ */
function formatMember({ id, email, name, role, createdAt, disabledAt, sessionCount }: ListedAccount) {
  const isActive = disabledAt === null
  return {
    id: String(id),
    email,
    name: name || email,
    orgRole: role,
    dateCreated: formatTime(createdAt),
    pending: false,
    expired: false,
    user: { id: String(id), email, username: email, name: name || email, isActive },
    // Sentry's have no such members.
    dateDisabled: disabledAt === null ? null : formatTime(disabledAt),
    sessionCount,
  }
}

export async function listMembers({ access, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return noSuchMember('list members')
  return answer((await access.accounts.list()).map(formatMember))
}

export async function getMember(request: ApiRequest): Promise<Answer> {
  const account = await memberOf(request)
  return account ? answer(formatMember(account)) : noSuchMember('show the member')
}

/** Shows the account of a personal token, whatever its scopes are: `/users/me/` does, too. */
export async function getOwnMember({ access, bearer, params }: ApiRequest): Promise<Answer> {
  if (!isOurOrganization(params)) return noSuchMember('show the member')
  if (bearer.account === null)
    return refuse(404, 'Cannot show the member: the token belongs to the organization, not to an account')
  const account = await access.accounts.find({ id: bearer.account.id })
  return account ? answer(formatMember(account)) : noSuchMember('show the member')
}

/** A body has `isActive` or `orgRole`, and not both. */
export const memberBody = v.union(
  [
    v.object({ isActive: v.boolean(), orgRole: v.optional(v.never()) }),
    v.object({ orgRole: v.picklist(ROLES), isActive: v.optional(v.never()) }),
  ],
  `the body must have "isActive" (true or false) or "orgRole" (${ROLES.join(', ')})`,
)

/** `{"isActive": false}` disables an account, `true` enables it, `{"orgRole": "admin"}` gives it a role. */
export async function updateMember(request: ApiRequest): Promise<Answer> {
  const { access, body } = request
  const account = await memberOf(request)
  if (!account) return noSuchMember('change the member')
  const read = parseBody(memberBody, body)
  if ('refusal' in read) return refuse(400, `Cannot change the member: ${read.refusal}`)
  const { isActive, orgRole } = read.given
  const makesOwner = orgRole === 'owner'
  if (!mayTouch(request, account, makesOwner)) return ownersOnly('change the member')
  const ref = { id: account.id }
  const outcome =
    orgRole === undefined
      ? await access.accounts[isActive ? 'enable' : 'disable'](ref)
      : await access.accounts.changeRole(ref, orgRole)
  return 'refusal' in outcome ? refuse(409, outcome.refusal) : answer(formatMember(outcome.account))
}

export async function removeMember(request: ApiRequest): Promise<Answer> {
  const account = await memberOf(request)
  if (!account) return noSuchMember('remove the member')
  if (!mayTouch(request, account)) return ownersOnly('remove the member')
  return done(await request.access.accounts.remove({ id: account.id }))
}

/** These routes are ours: Sentry's API shows sessions only to their own account. */
export async function listMemberSessions(request: ApiRequest): Promise<Answer> {
  const account = await memberOf(request)
  if (!account) return noSuchMember('list the sessions')
  return answer((await request.access.accounts.listSessions(account.id)).map(formatSession))
}

export async function endMemberSessions(request: ApiRequest): Promise<Answer> {
  const account = await memberOf(request)
  if (!account) return noSuchMember('end the sessions')
  if (!mayTouch(request, account)) return ownersOnly('end the sessions')
  return done(await request.access.accounts.endSessions({ id: account.id }))
}

export async function endMemberSession(request: ApiRequest): Promise<Answer> {
  const { access, params } = request
  const account = await memberOf(request)
  if (account && !mayTouch(request, account)) return ownersOnly('end the session')
  const isEnded = account && (await access.accounts.endSession(params.sessionId ?? '', account.id))
  return isEnded ? NO_CONTENT : refuse(404, 'Cannot end the session: there is no such session')
}

function formatSession({ id, createdAt, expiresAt, ip, userAgent }: SessionRow) {
  return {
    id,
    dateCreated: formatTime(createdAt),
    expiresAt: formatTime(expiresAt),
    ipAddress: ip,
    userAgent,
  }
}

async function memberOf({ access, params }: ApiRequest): Promise<ListedAccount | undefined> {
  const id = /^\d{1,15}$/.test(params.memberId ?? '') ? Number(params.memberId) : 0
  return isOurOrganization(params) ? access.accounts.find({ id }) : undefined
}

/**
 * Owners are made, changed and removed by owners only, or an admin's own token would make an owner of the admin. A token of the
 * organization that may do this was made by an owner or by a command.
 */
function mayTouch({ bearer }: ApiRequest, { role }: ListedAccount, makesOwner = false): boolean {
  return bearer.account === null || bearer.account.role === 'owner' || (role !== 'owner' && !makesOwner)
}

function ownersOnly(verb: string): Answer {
  return refuse(403, `Cannot ${verb}: only owners change owners`)
}

const NO_CONTENT: Answer = { status: 204, headers: {}, body: undefined }

function done(outcome: AccountOutcome): Answer {
  return 'refusal' in outcome ? refuse(409, outcome.refusal) : NO_CONTENT
}

function noSuchMember(verb: string): Answer {
  return refuse(404, `Cannot ${verb}: there is no such member`)
}
