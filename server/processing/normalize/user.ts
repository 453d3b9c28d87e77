import type { NormalizedEvent } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { isObject, parseText, parseTreeObject, type Warnings } from './untrusted.ts'

/** `{{auto}}` asks the server to note the sender's address: we don't, it identifies people unasked. */
const AUTO_ADDRESS = '{{auto}}'

export function parseUser(value: unknown, warnings: Warnings): NormalizedEvent['user'] {
  if (!isObject(value)) return undefined
  const { id, email, username, ip_address, ...others } = parseTreeObject(value, 'user', warnings)
  const user: NonNullable<NormalizedEvent['user']> = others
  const known = { id, email, username: username ?? others.name, ip_address }
  for (const [key, given] of Object.entries(known)) {
    const text = parseText(given, limits.nameChars, `user ${key}`, warnings)
    if (text !== undefined && text !== AUTO_ADDRESS) user[key] = text
  }
  return Object.keys(user).length > 0 ? user : undefined
}
