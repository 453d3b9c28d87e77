import { nameOfSecret, seal, unseal } from '#server/accounts/browser/sealed.ts'
import { newSecret, type Random } from '#server/accounts/secrets.ts'
import type { FormRows } from '#server/store/memory/form-rows.ts'
import { FLASH_COOKIE, type Flashes, REDIRECT_MAX_AGE_SECONDS } from './flash.ts'

interface SharedFlashOptions {
  rows: Pick<FormRows, 'put' | 'take'>
  random: Random
  /** A message that is longer is not kept. */
  bytes?: number
}

/** Keeps messages where every process finds them. Only the browser's cookie can decrypt its message. */
export function createSharedFlashes({ rows, random, bytes = 2 ** 20 }: SharedFlashOptions): Flashes {
  // The path is in the name, so that a visit to another page leaves the message where it is.
  const nameOf = (id: string, path: string) => nameOfSecret(`flash ${id} ${path}`)
  return {
    async keep(path, flash, maxAgeSeconds = REDIRECT_MAX_AGE_SECONDS) {
      const id = newSecret(random)
      const sealed = seal(id, flash, random)
      if (sealed.length <= bytes) await rows.put(nameOf(id, path), sealed, maxAgeSeconds * 1000)
      return { name: FLASH_COOKIE, value: id, maxAgeSeconds }
    },
    async take(id, path) {
      const sealed = await rows.take(nameOf(id, path))
      return sealed && unseal(id, sealed)
    },
  }
}
