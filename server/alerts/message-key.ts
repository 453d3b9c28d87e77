import type { Random } from '#server/accounts/secrets.ts'

/** 32 hex digits. */
export function newMessageKey(random: Random): string {
  return Buffer.from(random(16)).toString('hex')
}
