import type { SessionIdentity } from '#server/accounts/oidc/accept-identity.ts'
import type { Begun } from '#server/accounts/oidc/provider.ts'
import { newSecret, type Random } from '#server/accounts/secrets.ts'
import { MINUTE_MS, SECOND_MS } from '#server/protocol/time.ts'
import type { BrowserRows } from '#server/store/memory/browser-rows.ts'
import { nameOfSecret, seal, unseal } from './sealed.ts'

/** What is kept for a browser between two of its requests, by kind. */
export interface Kept {
  /** The password was right; a factor is missing. */
  'sign-in': { accountId: number; email: string; passwordHash: string; identity?: SessionIdentity }
  /** A passkey has to sign this. `accountId` is whose it must be; undefined if the passkey says who signs in. */
  challenge: { use: 'sign-in' | 'second-step' | 'register'; challenge: string; accountId?: number }
  /** The secret of an app whose first code was not typed yet. */
  totp: { accountId: number; secret: string }
  /** What an OpenID provider must answer, and where the visit was going. */
  oidc: Begun & { next?: string }
  /** Whom a provider has signed in, and who has to show whose account it is. */
  proven: { email: string; identity: SessionIdentity }
}

export type Kind = keyof Kept

const LIFE_MS: Record<Kind, number> = {
  'sign-in': 5 * MINUTE_MS,
  challenge: 5 * MINUTE_MS,
  totp: 15 * MINUTE_MS,
  oidc: 10 * MINUTE_MS,
  proven: 10 * MINUTE_MS,
}

/**
 * Keeps things for the browser that holds the cookie: nobody else can read them, and a reader of the database cannot
 * either, because the cookie's value is the key.
 */
export interface BrowserMemory {
  keep<K extends Kind>(kind: K, value: Kept[K]): Promise<void>
  read<K extends Kind>(kind: K): Promise<Kept[K] | undefined>
  /** Gives it once: of two at once, one gets it. */
  take<K extends Kind>(kind: K): Promise<Kept[K] | undefined>
}

interface BrowserMemoryOptions {
  rows: BrowserRows
  random: Random
  /** The cookies as they came. */
  cookies: Readonly<Record<string, string | undefined>>
  /** Sets a cookie, or with undefined takes it away. */
  setCookie(name: string, value: string | undefined, maxAgeSeconds: number): void
}

const cookieOf = (kind: Kind) => `crumbtrail_${kind}`
const nameOf = (kind: Kind, secret: string) => nameOfSecret(`${kind} ${secret}`)

export function createBrowserMemory(options: BrowserMemoryOptions): BrowserMemory {
  const { rows, random } = options
  // The loader that runs after a form's action has to know what the action kept or took.
  const cookies: Record<string, string | undefined> = { ...options.cookies }
  function setCookie(kind: Kind, value: string | undefined) {
    cookies[cookieOf(kind)] = value
    options.setCookie(cookieOf(kind), value, value === undefined ? 0 : LIFE_MS[kind] / SECOND_MS)
  }
  return {
    // Each time with a new secret: a cookie that somebody planted in this browser must not open it.
    async keep(kind, value) {
      const secret = newSecret(random)
      await rows.put(nameOf(kind, secret), seal(secret, value, random), LIFE_MS[kind])
      setCookie(kind, secret)
    },
    async read(kind) {
      const secret = cookies[cookieOf(kind)]
      const sealed = secret === undefined ? undefined : await rows.read(nameOf(kind, secret))
      // The kind is a part of the name, so what is there is of its type.
      return sealed && secret ? (unseal(secret, sealed) as Kept[typeof kind]) : undefined
    },
    async take(kind) {
      const secret = cookies[cookieOf(kind)]
      if (secret === undefined) return undefined
      setCookie(kind, undefined)
      const sealed = await rows.take(nameOf(kind, secret))
      return sealed && (unseal(secret, sealed) as Kept[typeof kind]) // as above
    },
  }
}

/** Whether what an answer's cookie opens is still there, so that the answer may be given again. */
export async function isStillKept(
  rows: BrowserRows,
  cookies: readonly { name: string; value: string | undefined }[],
): Promise<boolean> {
  const value = cookies.findLast(({ name }) => name === cookieOf('sign-in'))?.value
  return value === undefined || (await rows.read(nameOf('sign-in', value))) !== undefined
}
