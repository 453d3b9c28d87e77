import { hashSecret, type Random } from '#server/accounts/secrets.ts'

const COUNT = 10
/** 16 letters of 5 bits: nobody who reads the hashes can find the codes by trying. */
const LETTERS = 16
/** Crockford's Base32 without digits that look like letters: https://www.crockford.com/base32.html */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns new codes such as `7k2m-9qxa-3tfe-w8hn`, which are not stored. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from(random(LETTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
    return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
  })
}

/** Returns the hash of a typed code, however it was typed; undefined for text that can be none. */
export function recoveryCodeHash(typed: string): string | undefined {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return letters.length === LETTERS ? hashSecret(letters) : undefined
}
