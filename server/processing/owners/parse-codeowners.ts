import { parseCodeownersPath } from './codeowners-path.ts'
import { parseOwnerName } from './owner-name.ts'
import type { LineFault, OwnerRule } from './owner-rule.ts'

/** A name of a CODEOWNERS file that nothing here is known by. */
export interface UnknownName {
  line: number
  name: string
}

export interface ReadCodeowners {
  rules: OwnerRule[]
  faults: LineFault[]
  unknown: UnknownName[]
}

/** Returns an address or a #team for a name such as `@org/billing`; undefined for one that is not known. */
export type MapName = (name: string) => string | undefined

/**
 * Reads a CODEOWNERS file: `/src/billing/ @org/billing ada@example.com`. Lines that cannot be read are left out, as GitHub does,
 * and so are names that nothing is known by; a line without names says that what it matches has no owner.
 */
export function parseCodeowners(text: string, mapName: MapName): ReadCodeowners {
  const read: ReadCodeowners = { rules: [], faults: [], unknown: [] }
  for (const [index, given] of text.split('\n').entries()) {
    const [pattern = '', ...words] = withoutComment(given)
    if (pattern === '') continue
    const line = index + 1
    const fault = faultOf(pattern)
    if (fault !== undefined) {
      read.faults.push({ line, message: fault })
      continue
    }
    const mapped = words.map((name) => ({ name, owner: ownerOf(name, mapName) }))
    for (const { name, owner } of mapped) if (owner === undefined) read.unknown.push({ line, name })
    const owners = mapped.flatMap(({ owner }) => owner ?? [])
    // A line that only unknown names own is as if it were not there: whom they stand for must not lose it to nobody.
    if (owners.length === 0 && words.length > 0) continue
    const matcher = { kind: 'codeowners' as const, path: parseCodeownersPath(pattern) }
    read.rules.push({ text: `codeowners:${pattern}`, line, matcher, owners })
  }
  return read
}

/** The words of a line up to a comment; a `#` within a word is a part of it. */
function withoutComment(given: string): string[] {
  const words = given
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const comment = words.findIndex((word) => word.startsWith('#'))
  return comment === -1 ? words : words.slice(0, comment)
}

/** What .gitignore has and CODEOWNERS has not. */
function faultOf(pattern: string): string | undefined {
  if (pattern.startsWith('!')) return 'CODEOWNERS has no patterns that begin with !'
  return /[[\]]/.test(pattern) ? 'CODEOWNERS has no ranges in brackets' : undefined
}

function ownerOf(name: string, mapName: MapName): string | undefined {
  return mapName(name) ?? (name.startsWith('#') ? undefined : parseOwnerName(name))
}
