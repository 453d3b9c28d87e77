import { hash } from 'node:crypto'
import type { NormalizedEvent } from './event.ts'

/** Who was hit, as `id:7` or `email:…`: by the first of them that is known, as Sentry names a user's tag. */
export function userNameOf({ user }: Pick<NormalizedEvent, 'user'>): string | undefined {
  if (!user) return undefined
  const { id, email, username, ip_address } = user
  if (id !== undefined) return `id:${id}`
  if (email !== undefined) return `email:${email}`
  if (username !== undefined) return `username:${username}`
  return ip_address === undefined ? undefined : `ip:${ip_address}`
}

/** 48 bits, for counting users: distinct-count.ts. */
export function hashUser(name: string): number {
  return hash('sha1', name, 'buffer').readUIntBE(0, 6)
}
