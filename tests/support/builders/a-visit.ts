import { NO_PROVIDER } from '#server/accounts/oidc/provider-sign-in.ts'
import type { RequestAccounts } from '#server/accounts/own/request-accounts.ts'
import { createFailureRecorder, type FailureStage } from '#server/hosting/failure.ts'
import { anyPreferences } from '#server/hosting/preferences.ts'
import { createVisit, type Visit } from '#server/hosting/visit.ts'
import { NO_MAIL_LINKS } from '#tests/support/accounts/no-mail-links.ts'

const unknown = async () => ({ state: 'unknown' as const })

/** A visit by nobody, with a digest for each failure: `DIGEST-1`, `DIGEST-2`. */
export function aVisit(
  parts: Partial<
    Pick<
      Parameters<typeof createVisit>[0],
      | 'url'
      | 'now'
      | 'form'
      | 'viewer'
      | 'wants'
      | 'flash'
      | 'runIdempotent'
      | 'earlyFailure'
      | 'preferences'
      | 'openDesk'
      | 'openAccounts'
    >
  > = {},
): {
  visit: Visit
  failures: { thrown: unknown; stage: FailureStage }[]
} {
  const failures: { thrown: unknown; stage: FailureStage }[] = []
  const refuse = () => Promise.resolve({ ok: false, refusal: 'not here' } as const)
  const accounts: RequestAccounts = {
    signIn: refuse,
    setUp: refuse,
    signOut: () => Promise.resolve(),
    provider: NO_PROVIDER,
    canHavePasskeys: false,
    findPending: () => Promise.resolve(undefined),
    signInWithCode: refuse,
    askForPasskey: refuse,
    askForSecondPasskey: refuse,
    signInWithPasskey: refuse,
    openFactors() {
      throw new Error('Cannot open the factors: this visit has none')
    },
    links: { read: async () => ({ state: 'unknown' }), acceptInvitation: refuse, resetPassword: refuse },
    addressLinks: { read: unknown, confirm: refuse },
    forgottenPassword: { isOffered: false, ask: refuse },
    mailLinks: NO_MAIL_LINKS,
    acknowledging: { read: unknown, acknowledge: unknown, takeBack: unknown },
    openOwn() {
      throw new Error('Cannot open the account: this visit has none')
    },
  }
  const visit = createVisit({
    url: new URL('http://desk.test/some/page?x=1'),
    now: Date.UTC(2026, 10, 20),
    viewer: undefined,
    preferences: anyPreferences,
    changePreferences: () => undefined,
    wants: 'document',
    form: undefined,
    files: [],
    runIdempotent: (run) => run(),
    flash: undefined,
    newNonce: () => 'nonce',
    browserTelemetry: undefined,
    measure: (_op, _name, work) => work(),
    setRoute() {},
    traceMeta: () => [],
    earlyFailure: undefined,
    failures: createFailureRecorder((thrown, stage) => `DIGEST-${failures.push({ thrown, stage })}`),
    openAccounts: () => accounts,
    openDesk() {
      throw new Error('Cannot open desk: this visit has none')
    },
    ...parts,
  })
  return { visit, failures }
}
