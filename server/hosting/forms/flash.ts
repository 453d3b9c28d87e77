import { newSecret, type Random } from '#server/accounts/secrets.ts'
import type { AnswerCookie } from '#server/hosting/policy/cookie-jar.ts'

export const FLASH_COOKIE = 'crumbtrail_flash'

/** A redirect is followed at once; an older message would confuse. */
export const REDIRECT_MAX_AGE_SECONDS = 60

/** The user needs time to read an error screen and to pass its digest on. */
export const RETRY_MAX_AGE_SECONDS = 600

export interface FlashOptions {
  clock: () => number
  random: Random
  /** Bounds the number of waiting messages and their bytes; the oldest is dropped first. */
  entries?: number
  bytes?: number
}

/**
 * Messages that a page shows once, after the redirect that ends a form or the failure that interrupts one. They are
 * kept here and not in the cookie, which has little room and could be written by others. In memory, a restart of the desk
 * loses them.
 */
export interface Flashes {
  /** Returns the cookie by which the page's next visit finds the message. */
  keep(path: string, flash: object, maxAgeSeconds?: number): AnswerCookie | Promise<AnswerCookie>
  take(id: string, path: string): object | undefined | Promise<object | undefined>
}

/** Messages that one process remembers. */
interface OwnFlashes {
  keep(path: string, flash: object, maxAgeSeconds?: number): AnswerCookie
  take(id: string, path: string): object | undefined
}

interface Waiting {
  path: string
  flash: object
  endsAt: number
  sizeBytes: number
}

export function createFlashes(options: FlashOptions): OwnFlashes {
  const { clock, random, entries = 1000, bytes = 4 * 1024 * 1024 } = options
  const waiting = new Map<string, Waiting>() // The oldest come first.
  let waitingBytes = 0
  const remove = (id: string, { sizeBytes }: Waiting): void => {
    waiting.delete(id)
    waitingBytes -= sizeBytes
  }
  return {
    keep(path, flash, maxAgeSeconds = REDIRECT_MAX_AGE_SECONDS) {
      const id = newSecret(random)
      const sizeBytes = JSON.stringify(flash).length * 2 // a UTF-16 unit takes two bytes at most
      waiting.set(id, { path, flash, endsAt: clock() + maxAgeSeconds * 1000, sizeBytes })
      waitingBytes += sizeBytes
      for (const [oldest, one] of waiting) {
        if (waiting.size <= entries && waitingBytes <= bytes) break
        remove(oldest, one)
      }
      for (const [old, one] of waiting) if (one.endsAt <= clock()) remove(old, one)
      return { name: FLASH_COOKIE, value: id, maxAgeSeconds }
    },
    take(id, path) {
      const found = waiting.get(id)
      if (found?.path !== path) return undefined
      remove(id, found)
      return found.endsAt > clock() ? found.flash : undefined
    },
  }
}
