import type { BucketLimits } from './bucket-sketch.ts'
import { networksOf } from './networks.ts'

export interface Attempt {
  ip: string
  email: string
  /** A secret that only browsers have which signed in to this account before. */
  device?: string | undefined
}

export interface ThrottleLimits {
  /** Limits attempts from one address, to one account from one network, and to one account from one known device. */
  each: BucketLimits
  /** Limits attempts from one network, to all accounts together. */
  network: BucketLimits
  /**
   * Limits attempts to one account, from everywhere. It allows more than one network may use, so that it takes several
   * networks to use it up.
   */
  account: BucketLimits
}

/**
 * Returns the buckets that an attempt takes from, by limit and key. A known device is counted by itself, so that an attacker
 * cannot lock users out of their account by guessing at it
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 */
export function bucketsOf({ ip, email, device }: Attempt): [limit: keyof ThrottleLimits, key: string][] {
  if (device !== undefined) return [['each', `device ${device}`]]
  const { near, wide } = networksOf(ip)
  return [
    ['each', `address ${near}`],
    ['each', `pair ${wide} ${email}`],
    ['network', wide],
    ['account', email],
  ]
}
