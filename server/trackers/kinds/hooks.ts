import { createHash, timingSafeEqual } from 'node:crypto'
import type { ReceivedHook } from './tracker-kind.ts'

/** A header that was sent once; an empty text for any other. */
export function headerOf({ headers }: ReceivedHook, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** Compares in the same time, however much of a guess is right and however long it is. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** The object that was sent; an empty one where it was anything else. */
export function readJson(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // any object has names
  } catch {
    return {}
  }
}
