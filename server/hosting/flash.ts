import { newSecret, type Random } from '../accounts/secrets.ts'

export const FLASH_COOKIE = 'crumbtrail_flash'

/** A redirect is followed at once; a message from longer ago would puzzle. */
export const FLASH_MAX_AGE_SECONDS = 60

export interface FlashOptions {
  clock: () => number
  random: Random
  /** How many wait to be shown; the oldest is forgotten first. */
  entries?: number
}

/**
 * What a page shows once, after the redirect that ends a form. It waits here and not in the cookie, which has room
 * for little and could be written by others; a restart of the desk loses it, and nothing but a sentence is lost.
 */
export interface Flashes {
  /** Returns the id by which the page's next visit finds it. */
  keep(path: string, flash: object): string
  take(id: string, path: string): object | undefined
}

export function createFlashes({ clock, random, entries = 1000 }: FlashOptions): Flashes {
  const waiting = new Map<string, { path: string; flash: object; endsAt: number }>() // oldest first
  return {
    keep(path, flash) {
      const id = newSecret(random)
      waiting.set(id, { path, flash, endsAt: clock() + FLASH_MAX_AGE_SECONDS * 1000 })
      for (const [oldest, { endsAt }] of waiting) {
        if (endsAt > clock() && waiting.size <= entries) break
        waiting.delete(oldest)
      }
      return id
    },
    take(id, path) {
      const found = waiting.get(id)
      if (found?.path !== path) return undefined
      waiting.delete(id)
      return found.endsAt > clock() ? found.flash : undefined
    },
  }
}
