import { isIPv6 } from 'node:net'

/** Counts sign-in attempts. Time is passed in, in milliseconds since the epoch. */
export interface Throttle {
  /** Counts one attempt, before its password is checked. Seconds to wait when there were too many, else 0. */
  attempt(who: Attempt, now: number): number
  /** Takes one attempt back: it was right. */
  forgive(who: Attempt): void
}

export interface Attempt {
  ip: string
  email: string
}

export interface ThrottleLimits {
  windowMs: number
  perAddress: number
  /**
   * Above `perAddress`, so that nobody locks an owner out from one address; it stops who guesses at one
   * account from many.
   */
  perEmail: number
  /** How many addresses and emails are remembered; the longest known is forgotten first. */
  entries: number
}

const LIMITS: ThrottleLimits = { windowMs: 15 * 60_000, perAddress: 10, perEmail: 30, entries: 20_000 }

interface Count {
  startedAt: number
  attempts: number
}

export function createThrottle(limits = LIMITS): Throttle {
  const counts = new Map<string, Count>()

  function current(key: string, now: number): Count {
    const known = counts.get(key)
    if (known && now - known.startedAt < limits.windowMs) return known
    const fresh = { startedAt: now, attempts: 0 }
    counts.delete(key) // a Map keeps the place of a key that is set again
    counts.set(key, fresh)
    for (const oldest of counts.keys()) {
      if (counts.size <= limits.entries) break
      counts.delete(oldest)
    }
    return fresh
  }

  return {
    attempt(who, now) {
      const address = current(addressKey(who.ip), now)
      const email = current(emailKey(who.email), now)
      const full = [
        ...(address.attempts >= limits.perAddress ? [address] : []),
        ...(email.attempts >= limits.perEmail ? [email] : []),
      ]
      if (full.length > 0) {
        const endsAt = Math.max(...full.map((count) => count.startedAt)) + limits.windowMs
        return Math.ceil((endsAt - now) / 1000)
      }
      address.attempts++
      email.attempts++
      return 0
    },
    forgive(who) {
      for (const key of [addressKey(who.ip), emailKey(who.email)]) {
        const count = counts.get(key)
        if (count && count.attempts > 0) count.attempts--
      }
    },
  }
}

function emailKey(email: string): string {
  return `email ${email}`
}

/** An IPv6 customer has at least a /64 to choose addresses from, so the network is what counts. */
function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return `ip ${mapped}`
  if (!isIPv6(ip)) return `ip ${ip}`
  const [before = '', after] = ip.split('::')
  const groups = before === '' ? [] : before.split(':')
  // What `::` leaves out are zeros; groups after it reach the first four only when it stands for few.
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - groups.length - tail.length
  const network = [...groups, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4)
  return `ip ${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}`
}
