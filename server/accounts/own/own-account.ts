import { inWords, refuse, type SignInContext } from '#server/accounts/begin-session.ts'
import {
  NAME_RULE,
  parseEmail,
  parseName,
  passwordIsTooLong,
  passwordRefusal,
} from '#server/accounts/credentials.ts'
import { findDevice } from '#server/accounts/known-devices.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwords.ts'
import { hashSecret } from '#server/accounts/secrets.ts'
import { type Actor, toActor } from '#server/models/accounts/actor.ts'
import type { OwnFacts, OwnResult } from '#server/models/accounts/own.ts'
import type { ThisBrowser } from '#server/models/alerts/own-notifications.ts'
import { endLinksFor } from '#server/store/accounts/account-links.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { deleteIdentities } from '#server/store/accounts/identities.ts'
import {
  deleteOtherDevices,
  deleteOtherSessions,
  findOwnAccount,
  type OwnAccountRow,
  renameAccount,
  replacePassword,
} from '#server/store/accounts/own-account.ts'
import { type AskedForAddress, askForAddress } from './ask-for-address.ts'
import { createOwnSessions, type OwnSessions } from './own-sessions.ts'
import { readOwnFacts } from './read-own-facts.ts'

/** What people do with their own account; bound to one request. */
export interface OwnAccount extends OwnSessions {
  read(): Promise<OwnFacts>
  /** The browser that asks. */
  readBrowser(): ThisBrowser
  /** Sets the name that others see; an empty one shows the address. */
  rename(name: string): Promise<OwnResult>
  /** Ends all other sessions and forgets all other devices. */
  changePassword(present: string, next: string): Promise<OwnResult<{ endedSessions: number }>>
  /** `isAsked` if it has to be confirmed: by the link that was mailed there, or by an admin. */
  changeAddress(present: string, email: string): Promise<OwnResult<AskedForAddress>>
  /** False if none was waiting. */
  withdrawAddress(): Promise<boolean>
  /** Unlinks the account from the provider of this issuer. False if it was not linked. */
  unlink(issuer: string): Promise<boolean>
}

export function createOwnAccount(context: SignInContext, viewer: { id: number; email: string }): OwnAccount {
  const { store, throttle, clock, request } = context
  const { id } = viewer
  const by: Actor = toActor(viewer, request.ip)
  const session = hashSecret(request.cookie ?? '')

  /** Checks the current password, at the pace of sign-ins: whoever finds an open browser must not guess it. */
  async function confirmPassword(
    verb: string,
    present: string,
  ): Promise<OwnResult<{ account: OwnAccountRow }>> {
    const now = clock()
    const account = await findOwnAccount(store.db, id)
    if (account === undefined) return refuse(`Cannot ${verb}: the account no longer exists`)
    const { email } = account
    const who = {
      ip: request.ip,
      email,
      device: await findDevice(store, { cookie: request.device, email, now }),
    }
    const waitSeconds = await throttle.attempt(who, now)
    if (waitSeconds > 0)
      return refuse(`Cannot ${verb}: too many attempts; try again in ${inWords(waitSeconds)}`)
    const isRight = !passwordIsTooLong(present) && (await verifyPassword(present, account.passwordHash))
    if (!isRight) return refuse(`Cannot ${verb}: the current password is wrong`, 'present-password')
    await throttle.forgive(who, clock())
    return { ok: true, account }
  }

  return {
    read: () =>
      readOwnFacts(store, { id, session, now: clock(), confirmsByMail: context.mailer !== undefined }),
    ...createOwnSessions({ store, clock, by, id, session }),
    readBrowser: () => ({
      session,
      device: request.device ? hashSecret(request.device) : undefined,
      userAgent: request.userAgent,
    }),

    async rename(text) {
      const name = parseName(text)
      if (name === undefined) return refuse(NAME_RULE, 'name')
      await store.write(async (trx) => {
        await renameAccount(trx, { id, name })
        await recordAudit(trx, {
          ...by,
          at: clock(),
          action: 'account.name',
          target: viewer.email,
          details: { name },
        })
      })
      return { ok: true }
    },

    async changePassword(present, next) {
      const refusal = passwordRefusal(next)
      if (refusal) return refuse(`Cannot use this password: ${refusal}`, 'new-password')
      const confirmed = await confirmPassword('change the password', present)
      if (!confirmed.ok) return confirmed
      const { passwordHash: from, email } = confirmed.account
      const to = await hashPassword(next)
      return store.write(async (trx) => {
        if (!(await replacePassword(trx, { id, from, to })))
          return refuse('Cannot change the password: it was just changed elsewhere')
        const endedSessions = await deleteOtherSessions(trx, { accountId: id, keep: session })
        await deleteOtherDevices(trx, { accountId: id, keep: hashSecret(request.device ?? '') })
        await endLinksFor(trx, { kind: 'reset', accountId: id, email }, 'revoked')
        const details = { endedSessions }
        await recordAudit(trx, { ...by, at: clock(), action: 'account.password', target: email, details })
        return { ok: true, endedSessions }
      })
    },

    async changeAddress(present, text) {
      const email = parseEmail(text)
      if (email === undefined) return refuse('Cannot change the address: it is not an email address', 'email')
      const confirmed = await confirmPassword('change the address', present)
      return confirmed.ok ? askForAddress(context, { by, account: confirmed.account, email }) : confirmed
    },

    unlink: (issuer) =>
      store.write(async (trx) => {
        if ((await deleteIdentities(trx, id, issuer)) === 0) return false
        const entry = { action: 'identity.unlink', target: viewer.email, details: { issuer } } as const // one of the actions
        await recordAudit(trx, { ...by, at: clock(), ...entry })
        return true
      }),

    withdrawAddress: () =>
      store.write(
        async (trx) => (await endLinksFor(trx, { kind: 'email', accountId: id, email: '' }, 'revoked')) > 0,
      ),
  }
}
