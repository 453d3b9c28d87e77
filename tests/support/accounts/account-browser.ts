import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { LinkMailer } from '#server/accounts/begin-session.ts'
import { createBrowserMemory } from '#server/accounts/browser/browser-memory.ts'
import { createOwnRows } from '#server/accounts/browser/own-rows.ts'
import type { LinkIssuer } from '#server/accounts/links/links.ts'
import type { IdentityProvider } from '#server/accounts/oidc/provider.ts'
import { createRequestAccounts, type RequestAccounts } from '#server/accounts/own/request-accounts.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { createViewerFinder, type FindViewer } from '#server/accounts/sessions.ts'
import { createThrottle } from '#server/accounts/throttle/throttle.ts'
import { COMMAND, toActor } from '#server/models/accounts/actor.ts'
import type { Role } from '#server/models/accounts/roles.ts'
import { insertAccount } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'
import { type Engine, openTestStore } from '#tests/support/postgres/each-engine.ts'

/** The password of every account here. */
export const PASSWORD = 'correct horse battery'

interface AccountBrowser {
  cookie: string | undefined
  device: string | undefined
  /** One request of it, by whoever is signed in. */
  request(): Promise<RequestAccounts>
}

export interface AccountDesk {
  store: Store
  /** Milliseconds since the epoch; a test may move it. */
  time: { now: number }
  findViewer: FindViewer
  add(email: string, role: Role): Promise<number>
  /** A browser with its cookies. */
  browser(ip?: string, userAgent?: string): AccountBrowser
  /** A browser in which this account is signed in. */
  signedIn(email: string, ip?: string, userAgent?: string): Promise<AccountBrowser>
  /** What an account, or without one a command, makes links with. */
  issuer(role: Role, account?: { id: number; email: string }): LinkIssuer
}

/** A store of this engine with accounts, and browsers that ask for pages. */
export async function openAccountDesk(
  engine: Engine,
  provider?: IdentityProvider,
  mailer?: LinkMailer,
): Promise<AccountDesk> {
  const store = await openTestStore(engine)
  onTestFinished(() => store.close())
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = () => time.now
  const throttle = createThrottle(randomBytes)
  const rows = createOwnRows(clock)
  const findViewer = createViewerFinder(store, clock)
  const passwordHash = await hashPassword(PASSWORD)

  function browser(ip = '10.0.0.1', userAgent?: string): AccountBrowser {
    const kept: Record<string, string | undefined> = {}
    const jar: AccountBrowser = {
      cookie: undefined,
      device: undefined,
      async request() {
        const { cookie, device } = jar
        const context = {
          ...{
            store,
            throttle,
            clock,
            random: randomBytes,
            publicUrl: 'https://desk.example',
            provider,
            mailer,
          },
          memory: createBrowserMemory({
            ...{ rows, random: randomBytes },
            cookies: kept,
            setCookie(name, value) {
              kept[name] = value
            },
          }),
          request: { ip, userAgent, cookie, device },
          setCookie(value: string | undefined) {
            jar.cookie = value
          },
          setDeviceCookie(value: string) {
            jar.device = value
          },
        }
        return createRequestAccounts(context, await findViewer(cookie))
      },
    }
    return jar
  }

  return {
    store,
    time,
    findViewer,
    browser,
    async add(email, role) {
      const id = await store.write((trx) =>
        insertAccount(trx, { email, passwordHash, role, createdAt: time.now }),
      )
      if (id === undefined) throw new Error(`Cannot add ${email}: it is there`)
      return id
    },
    async signedIn(email, ip, userAgent) {
      const jar = browser(ip, userAgent)
      await (await jar.request()).signIn(email, PASSWORD)
      return jar
    },
    issuer: (role, account) => ({
      ...{ store, clock, role, random: randomBytes, publicUrl: 'https://desk.example' },
      by: account ? toActor(account, '10.0.0.1') : COMMAND,
    }),
  }
}

/** The secret at the end of a link. */
export function tokenOf({ link }: { link: string }): string {
  return link.split('/').at(-1) ?? ''
}
