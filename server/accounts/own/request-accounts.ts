import type { SignInContext } from '#server/accounts/begin-session.ts'
import { createOwnFactors, type OwnFactors } from '#server/accounts/factors/own-factors.ts'
import { type AcknowledgeLinks, createAcknowledgeLinks } from '#server/accounts/links/acknowledge-links.ts'
import { type AddressLinks, createAddressLinks } from '#server/accounts/links/address-links.ts'
import { createLinkFollower, type LinkFollower } from '#server/accounts/links/follow-link.ts'
import { createForgottenPassword, type ForgottenPassword } from '#server/accounts/links/forgotten-password.ts'
import { createMailLinks, type MailLinks } from '#server/accounts/mail-links/mail-links.ts'
import { createSignIn, type SignIn } from '#server/accounts/sign-in.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'
import { createOwnAccount, type OwnAccount } from './own-account.ts'

/** What whoever asks for a page may do with accounts; bound to the request. */
export interface RequestAccounts extends SignIn {
  links: LinkFollower
  addressLinks: AddressLinks
  forgottenPassword: ForgottenPassword
  /** Links in mails, by which they are ended. */
  mailLinks: MailLinks
  /** Links of messages, by which issues are acknowledged. */
  acknowledging: AcknowledgeLinks
  /** Opens the account that is signed in. It throws where none is. */
  openOwn(): OwnAccount
  /** Opens the second factors of the account that is signed in. It throws where none is. */
  openFactors(): OwnFactors
}

export function createRequestAccounts(
  context: SignInContext,
  viewer: AccountRow | undefined,
): RequestAccounts {
  return {
    ...createSignIn(context),
    links: createLinkFollower(context),
    addressLinks: createAddressLinks(context),
    forgottenPassword: createForgottenPassword(context),
    mailLinks: createMailLinks(context),
    acknowledging: createAcknowledgeLinks({ ...context, viewer }),
    openOwn() {
      if (viewer === undefined) throw new Error('Cannot open the account: no account is signed in')
      return createOwnAccount(context, viewer)
    },
    openFactors() {
      if (viewer === undefined) throw new Error('Cannot open the factors: no account is signed in')
      return createOwnFactors({ ...context, viewer })
    },
  }
}
