import { beginSession, inWords, refuse, type SignInContext } from '#server/accounts/begin-session.ts'
import { NAME_RULE, parseName, passwordRefusal } from '#server/accounts/credentials.ts'
import { takesPasswordOf } from '#server/accounts/factors/password-sign-in.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { hashSecret } from '#server/accounts/secrets.ts'
import type { OpenedLink } from '#server/models/accounts/links.ts'
import { readLink } from './links.ts'
import { type Given, type Redeemed, redeemInvitation, redeemReset } from './redeem.ts'

/** Serves the pages of one-time links, which users open before they are signed in. */
export interface LinkFollower {
  /** Says what the link opens now. */
  read(kind: 'invitation' | 'reset', token: string): Promise<OpenedLink>
  /** Adds the account that the link invites, and signs in. */
  acceptInvitation(token: string, given: { name: string; password: string }): Promise<FollowedLink>
  /** Sets the password of the link's account, ends its sessions and forgets its devices, and signs in. */
  resetPassword(token: string, password: string): Promise<FollowedLink>
}

/** `isSignedIn` is false where signing in takes more than the password. */
export type FollowedLink = { ok: true; isSignedIn: boolean } | { ok: false; refusal: string; field?: string }

export function createLinkFollower(context: SignInContext): LinkFollower {
  const { store, throttle, clock, request } = context

  /**
   * Lets through what may cost a hash: a link that is open, at the pace of sign-ins. Whoever has no link uses up the attempts
   * of their own address, and nobody's account is locked by that.
   */
  async function follow(
    { kind, token, password }: { kind: 'invitation' | 'reset'; token: string; password: string },
    redeem: (given: Given) => Promise<Redeemed>,
  ): Promise<FollowedLink> {
    const tokenHash = hashSecret(token)
    const who = { ip: request.ip, email: `link ${tokenHash}` }
    const waitSeconds = await throttle.attempt(who, clock())
    if (waitSeconds > 0)
      return refuse(`${CANNOT[kind]}: too many attempts; try again in ${inWords(waitSeconds)}`)
    const { state } = await readLink(store, { kind, token, now: clock() })
    if (state !== 'open') return refuse(`${CANNOT[kind]}: ${WHY[state]}`)
    const refusal = passwordRefusal(password)
    if (refusal !== undefined) {
      await throttle.forgive(who, clock()) // it cost nothing
      return refuse(`Cannot use this password: ${refusal}`, 'password')
    }
    const passwordHash = await hashPassword(password)
    const redeemed = await redeem({ tokenHash, passwordHash, now: clock(), ip: request.ip })
    if ('refusal' in redeemed) return refuse(`${CANNOT[kind]}: ${redeemed.refusal}`)
    await throttle.forgive(who, clock())
    const { accountId: id, needsFactor } = redeemed
    const mayEnter = !needsFactor && (await takesPasswordOf(context, id))
    const isSignedIn = mayEnter && (await beginSession(context, { id, passwordHash }, { isKnown: false }))
    return { ok: true, isSignedIn }
  }

  return {
    read: (kind, token) => readLink(store, { kind, token, now: clock() }),
    async acceptInvitation(token, { name: text, password }) {
      const name = parseName(text)
      if (name === undefined) return refuse(NAME_RULE, 'name')
      return follow({ kind: 'invitation', token, password }, (given) =>
        redeemInvitation(store, { ...given, name }),
      )
    },
    resetPassword: (token, password) =>
      follow({ kind: 'reset', token, password }, (given) => redeemReset(store, given)),
  }
}

const CANNOT = {
  invitation: 'Cannot accept the invitation',
  reset: 'Cannot reset the password',
}

const WHY: Record<Exclude<OpenedLink['state'], 'open'>, string> = {
  used: 'this link was used',
  revoked: 'this link was revoked',
  replaced: 'this link was replaced by a newer one',
  expired: 'this link has expired',
  unknown: 'there is no such link',
}
