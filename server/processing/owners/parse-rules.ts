import { parseGlob } from './glob.ts'
import { parseOwnerName } from './owner-name.ts'
import type { OwnerMatcher, OwnerRule, ReadRules } from './owner-rule.ts'

const KINDS = ['path', 'url', 'module'] as const

/**
 * Reads ownership rules as Sentry writes them (https://docs.sentry.io/product/issues/ownership-rules/): a line is
 * `path:src/billing/* #billing ada@example.com`, with `path`, `url`, `module` or `tags.<name>`, and a pattern in quotes if it
 * has spaces. A pattern without a kind is a path. Lines that begin with `#` are comments.
 */
export function parseOwnerRules(text: string): ReadRules {
  const read: ReadRules = { rules: [], faults: [] }
  for (const [index, given] of text.split('\n').entries()) {
    const content = given.trim()
    if (content === '' || content.startsWith('#')) continue
    const line = index + 1
    const rule = parseLine(content, line)
    if (typeof rule === 'string') read.faults.push({ line, message: rule })
    else read.rules.push(rule)
  }
  return read
}

function parseLine(content: string, line: number): OwnerRule | string {
  const split = splitLine(content)
  if (typeof split === 'string') return split
  const { kind, pattern, owners } = split
  if (pattern === '') return `${kind}: has no pattern`
  if (owners.length === 0) return 'it names no owner: add an address or a #team'
  const strange = owners.find((owner) => parseOwnerName(owner) === undefined)
  if (strange !== undefined) return `"${strange}" is neither an address nor a #team`
  const matcher = matcherOf(kind, pattern)
  if (typeof matcher === 'string') return matcher
  const names = owners.flatMap((owner) => parseOwnerName(owner) ?? [])
  return { text: `${kind}:${quoted(pattern)}`, line, matcher, owners: names }
}

interface Split {
  kind: string
  pattern: string
  owners: string[]
}

/** Cuts a line into its kind, its pattern and its owners. A slash or a quote may come before the first colon. */
function splitLine(content: string): Split | string {
  const colon = /^[\w.-]+:/.exec(content)?.[0].length ?? 0
  const kind = colon === 0 ? 'path' : content.slice(0, colon - 1)
  const rest = content.slice(colon)
  if (!rest.startsWith('"')) {
    const [pattern = '', ...owners] = rest.split(/\s+/)
    return { kind, pattern, owners }
  }
  const end = rest.indexOf('"', 1)
  if (end === -1) return 'the quote is not closed'
  const owners = rest.slice(end + 1).trim()
  return { kind, pattern: rest.slice(1, end), owners: owners === '' ? [] : owners.split(/\s+/) }
}

function matcherOf(kind: string, pattern: string): OwnerMatcher | string {
  const glob = parseGlob(pattern.toLowerCase())
  const known = KINDS.find((one) => one === kind)
  if (known !== undefined) return { kind: known, glob }
  if (kind.startsWith('tags.') && kind !== 'tags.') return { kind: 'tag', key: kind.slice(5), glob }
  return `"${kind}" is not one of ${KINDS.join(', ')} and tags.<name>`
}

function quoted(pattern: string): string {
  return /\s/.test(pattern) ? `"${pattern}"` : pattern
}
