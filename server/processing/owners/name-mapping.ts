import { parseOwnerName } from './owner-name.ts'
import type { LineFault } from './owner-rule.ts'
import type { MapName } from './parse-codeowners.ts'

export interface NameMapping {
  names: ReadonlyMap<string, string>
  faults: LineFault[]
}

/** Reads what names of a CODEOWNERS file stand for, one a line: `@org/payments #billing`, `@ada ada@example.com`. */
export function parseNameMapping(text: string): NameMapping {
  const names = new Map<string, string>()
  const faults: LineFault[] = []
  for (const [index, given] of text.split('\n').entries()) {
    const content = given.trim()
    if (content === '') continue
    const [name = '', owner = '', ...more] = content.split(/\s+/)
    const known = parseOwnerName(owner)
    const isName = name.startsWith('@') && name.length > 1
    if (isName && known !== undefined && more.length === 0) names.set(name.toLowerCase(), known)
    else
      faults.push({
        line: index + 1,
        message: 'it must be a name and an address or a #team: @org/name #team',
      })
  }
  return { names, faults }
}

/** A team of an organization, `@org/billing`, has the same slug here if the mapping does not say another. */
export function mapBy(names: ReadonlyMap<string, string>): MapName {
  return (name) => {
    const mapped = names.get(name.toLowerCase())
    if (mapped !== undefined) return mapped
    const [, slug] = /^@[\w.-]+\/([\w-]+)$/.exec(name) ?? []
    return slug === undefined ? undefined : `#${slug.toLowerCase()}`
  }
}
