import { resetPath } from '#renderer/paths.ts'
import { inWords, refuse, type SignInContext } from '#server/accounts/begin-session.ts'
import { parseEmail } from '#server/accounts/credentials.ts'
import { takesPasswordOf } from '#server/accounts/factors/password-sign-in.ts'
import { toActor } from '#server/models/accounts/actor.ts'
import type { LinkToMail } from '#server/models/accounts/links.ts'
import type { OwnResult } from '#server/models/accounts/own.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import { findNewestLink } from '#server/store/accounts/account-links.ts'
import { recordAudit } from '#server/store/accounts/audit.ts'
import { findAccount } from '#server/store/accounts/manage-accounts.ts'
import { addLink } from './links.ts'

/** Whoever asks again and again for somebody else must not fill that mailbox. */
const PAUSE_MS = 5 * MINUTE_MS

/** Mails people who forgot their password a link by which they choose another one. */
export interface ForgottenPassword {
  /** False where the desk sends no mail. */
  isOffered: boolean
  /**
   * Mails the link, if this is the address of an account that may sign in by a password. The answer is the same where it is
   * not, and waits for nothing that depends on it: whoever asks learns nothing about who has an account. `mailed` settles once
   * the mail was tried.
   */
  ask(email: string): Promise<OwnResult<{ mailed: Promise<void> }>>
}

export function createForgottenPassword(context: SignInContext): ForgottenPassword {
  const { store, throttle, clock, request, publicUrl, mailer } = context

  async function mailTo(email: string): Promise<void> {
    const link = await addForgotten(email)
    if (link === undefined || mailer === undefined) return
    const { failure } = await mailer.mail(link.toMail)
    const entry = { action: 'account.reset.ask', target: email, details: failure ? { failure } : {} } as const // an action
    await store.write((trx) => recordAudit(trx, { ...link.by, at: clock(), ...entry }))
  }

  /** Undefined where there is nobody to mail it to, or a mail has just gone there. */
  async function addForgotten(email: string) {
    const account = await findAccount(store.db, { email }, clock())
    if (account === undefined || account.disabledAt !== null) return undefined
    const { id: accountId } = account
    if (!(await takesPasswordOf(context, accountId))) return undefined
    const by = toActor(account, request.ip)
    return store.write(async (trx) => {
      const newest = await findNewestLink(trx, { kind: 'reset', createdBy: accountId })
      if (newest !== undefined && newest.createdAt > clock() - PAUSE_MS) return undefined
      const row = { kind: 'reset', accountId, email, role: null, teamIds: [] } as const // a kind of link
      const { token, expiresAt } = await addLink(trx, { ...context, by }, row)
      const link = publicUrl + resetPath(token)
      const toMail: LinkToMail = { kind: 'forgotten', to: email, madeBy: email, link, expiresAt }
      return { by, toMail }
    })
  }

  return {
    isOffered: mailer !== undefined,
    async ask(text) {
      if (mailer === undefined) return refuse('Cannot mail a link: this desk sends no mail')
      const email = parseEmail(text)
      if (email === undefined) return refuse('Cannot mail a link: the email address is invalid', 'email')
      const waitSeconds = await throttle.attempt({ ip: request.ip, email: `reset ${email}` }, clock())
      if (waitSeconds > 0)
        return refuse(`Cannot mail a link: too many attempts; try again in ${inWords(waitSeconds)}`)
      return { ok: true, mailed: mailTo(email).catch(mailer.onFailure) }
    },
  }
}
