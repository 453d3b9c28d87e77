import type { SignInContext } from '#server/accounts/begin-session.ts'
import { createLinkFollower, type LinkFollower } from '#server/accounts/links/follow-link.ts'
import { createSignIn, type SignIn } from '#server/accounts/sign-in.ts'
import { createOwnAccount, type OwnAccount } from './own-account.ts'

/** What whoever asks for a page may do with accounts; bound to the request. */
export interface RequestAccounts extends SignIn {
  links: LinkFollower
  /** Opens the account that is signed in. It throws where none is. */
  openOwn(): OwnAccount
}

export function createRequestAccounts(
  context: SignInContext,
  viewer: { id: number; email: string } | undefined,
): RequestAccounts {
  return {
    ...createSignIn(context),
    links: createLinkFollower(context),
    openOwn() {
      if (viewer === undefined) throw new Error('Cannot open the account: no account is signed in')
      return createOwnAccount(context, viewer)
    },
  }
}
