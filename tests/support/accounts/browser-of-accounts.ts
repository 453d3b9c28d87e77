import { randomBytes } from 'node:crypto'
import { createBrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import { createOwnFactors, type OwnFactors } from '#server/accounts/factors/own-factors.ts'
import { createSignIn, type SignIn } from '#server/accounts/sign-in.ts'
import type { Throttle } from '#server/accounts/throttle/throttle.ts'
import type { AccountRow } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import type { BrowserRows } from '#server/store/memory/browser-rows.ts'

interface Desk {
  store: Store
  rows: BrowserRows
  throttle: Throttle
  clock: () => number
  publicUrl?: string
}

/** A browser with its cookies. Each of its requests may reach another process of the same database. */
export interface AccountsBrowser {
  cookies: Record<string, string | undefined>
  /** The session cookie. */
  session(): string | undefined
  accounts(desk?: Desk): SignIn
  factors(viewer: AccountRow, desk?: Desk): OwnFactors
}

export function openAccountsBrowser(home: Desk, ip = '10.0.0.1'): AccountsBrowser {
  const cookies: AccountsBrowser['cookies'] = {}
  const contextOf = ({ store, rows, throttle, clock, publicUrl = 'http://localhost:3000' }: Desk) => ({
    store,
    throttle,
    clock,
    random: randomBytes,
    publicUrl,
    memory: createBrowserMemory({
      rows,
      random: randomBytes,
      cookies,
      setCookie(name, value) {
        cookies[name] = value
      },
    }),
    request: { ip, userAgent: 'test', cookie: cookies.session, device: cookies.device },
  })
  return {
    cookies,
    session: () => cookies.session,
    accounts: (desk = home) =>
      createSignIn({
        ...contextOf(desk),
        setCookie(value) {
          cookies.session = value
        },
        setDeviceCookie(value) {
          cookies.device = value
        },
      }),
    factors: (viewer, desk = home) => createOwnFactors({ ...contextOf(desk), viewer }),
  }
}
