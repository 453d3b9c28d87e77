import { anyPreferences } from '#server/hosting/preferences.ts'
import type { ShellOffer, Visit } from '#server/hosting/visit.ts'

/** A visit without an account: a page that reads the account while its shell is made is refused one. */
export function shellVisit(path: string, data: string, cspNonce: string, shell: ShellOffer): Visit {
  return {
    shell,
    url: new URL(path, 'http://shell.invalid'),
    now: 0,
    wants: 'document',
    viewer: undefined,
    preferences: anyPreferences,
    changePreferences: () => undefined,
    get desk(): never {
      throw new Error('it reads the desk outside of its loader')
    },
    get accounts(): never {
      throw new Error('it reads accounts outside of its action')
    },
    form: undefined,
    files: [],
    runIdempotent: (run) => run(),
    flash: undefined,
    cspNonce,
    browserTelemetry: undefined,
    measure: (_op, _name, work) => work(),
    setRoute() {},
    traceMeta: () => [],
    recordFailure(thrown) {
      shell.refuse({ reason: String(thrown), isExpected: false })
      throw thrown
    },
    lastFailure: () => undefined,
    earlyFailure: undefined,
    // The value is a string, as in the document's JSON.
    loaded: { kind: 'loaded', data: data as unknown as object, payload: () => ({}), isRefused: false },
  }
}
