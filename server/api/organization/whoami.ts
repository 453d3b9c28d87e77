import { type Answer, type ApiRequest, answer } from '#server/api/answer.ts'

/**
 * Answers whose token it is: Sentry's `/auth/` and `/users/me/`. Its clients need an account, so that a token of the
 * organization stands for itself, by its name.
 */
export async function getOwnAccount({ bearer, desk }: ApiRequest): Promise<Answer> {
  const { account, name: tokenName } = bearer
  const names = account ? await desk.accounts.list() : []
  const email = account?.email ?? ''
  const name = names.find(({ id }) => id === account?.id)?.name || email || tokenName
  return answer({
    id: String(account?.id ?? 0),
    name,
    username: email || tokenName,
    email,
    isActive: true,
    isManaged: false,
    isStaff: false,
    isSuperuser: false,
    has2fa: false, // a token needs no second factor
    lastLogin: null,
    avatar: LETTER_AVATAR,
    emails: email === '' ? [] : [{ id: String(account?.id), email, is_verified: true }],
  })
}

export const LETTER_AVATAR = { avatarType: 'letter_avatar', avatarUuid: null }

/** Sentry's name for an installation that has no regions. */
const ONLY_REGION = '--monolith--'

/** Newer clients ask which hosts have organizations: it is this one. */
export async function listRegions({ permalinks }: ApiRequest): Promise<Answer> {
  return answer({ regions: [{ name: ONLY_REGION, url: permalinks.home }] })
}
