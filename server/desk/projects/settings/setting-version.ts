import { createHash } from 'node:crypto'

const HASH_CHARS = 8

/**
 * Names the value of each member, so that a form can say later what it was filled with. A text of `name.hash` pairs with
 * spaces between them; members without a value are left out.
 */
export function versionOf(setting: object): string {
  return [...hashesOf(setting)].map(([name, hash]) => `${name}.${hash}`).join(' ')
}

/** The members that have another value now than in that version. A text that is no version knows none of them. */
export function changedSince(version: string, setting: object): string[] {
  const before = new Map(
    version.split(' ').map((pair) => [pair.slice(0, -HASH_CHARS - 1), pair.slice(-HASH_CHARS)]),
  )
  before.delete('')
  const now = hashesOf(setting)
  const names = new Set([...now.keys(), ...before.keys()])
  return [...names].filter((name) => before.get(name) !== now.get(name))
}

function hashesOf(setting: object): Map<string, string> {
  return new Map(
    Object.entries(setting).flatMap(([name, value]) => (value === undefined ? [] : [[name, hashOf(value)]])),
  )
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, HASH_CHARS)
}
