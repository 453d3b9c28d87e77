import { passwordIsTooLong } from '#server/accounts/credentials.ts'
import { findDevice } from '#server/accounts/known-devices.ts'
import { verifyPassword } from '#server/accounts/passwords.ts'
import type { Attempt } from '#server/accounts/throttle/attempts.ts'
import type { Throttle } from '#server/accounts/throttle/throttle.ts'
import { findCredentials } from '#server/store/accounts/accounts.ts'
import type { Store } from '#server/store/engine/store.ts'

/** Who tries to show that they are the account's owner: counted as attempts to sign in are. */
export interface Claimant {
  store: Store
  throttle: Throttle
  clock: () => number
  request: { ip: string; device: string | undefined }
}

/** The end of a sentence that says why not. */
type Refused = { refusal: string; field?: string }

/** Counts an attempt before it is checked. Undefined when it may be checked. */
export async function countAttempt(
  { store, throttle, clock, request }: Claimant,
  email: string,
): Promise<{ who: Attempt } | { waitSeconds: number }> {
  const device = await findDevice(store, { cookie: request.device, email, now: clock() })
  const who = { ip: request.ip, email, device }
  const waitSeconds = await throttle.attempt(who, clock())
  return waitSeconds > 0 ? { waitSeconds } : { who }
}

/** Asks somebody who is signed in for the password again. Undefined when it is right. */
export async function passwordRefusalOf(
  claimant: Claimant,
  { email, password }: { email: string; password: string },
): Promise<Refused | undefined> {
  const counted = await countAttempt(claimant, email)
  if ('waitSeconds' in counted) return { refusal: tooMany(counted.waitSeconds) }
  const known = await findCredentials(claimant.store.db, email)
  const isRight = !passwordIsTooLong(password) && (await verifyPassword(password, known?.passwordHash))
  if (!isRight) return { refusal: 'the password is wrong', field: 'password' }
  await claimant.throttle.forgive(counted.who, claimant.clock())
  return undefined
}

export function tooMany(waitSeconds: number): string {
  return `too many attempts; try again in ${waitSeconds === 1 ? 'a second' : `${waitSeconds} seconds`}`
}
