import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { repositoryRoot } from '#tests/support/desk/desk-process.ts'

type Node = { type: string; [key: string]: unknown }

/**
 * Words that users never read, each with what to say instead. One thing has one word: those whom failures affect are
 * users, those who sign in have accounts.
 */
const AVOIDED: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(people|persons?|visitors?)\b/i, 'user, or account'],
  [/\b(somebody|someone|anybody)\b/i, 'user, account, or who it is'],
  [/\bnobody\b/i, 'unassigned, or no user'],
  [/\b(everybody|whoever)\b/i, 'everyone, or who it is'],
  [/\bwhatever\b/i, 'any, or what it is'],
  [/\bfor ever\b/i, 'forever'],
  [/\b(is|are|has|have|had) none\b/i, 'is not one, or there is no such thing'],
  [/\bnone that there\b/i, 'unknown'],
  [/\b(it|this|that|which) is no (?!longer\b)/i, 'is not a'],
  [/\b(stands?|stood|standing)\b(?! for\b)/i, 'appear, or be'],
  [/\blike that\b/i, 'match'],
  [/(?<!\b(all|both|each|one|some) )\bof (it|them)\b/i, 'its, their, or the thing'],
  [/\bby (it|them)(self|selves)\b/i, 'alone, or automatically'],
  [/\b(goes|went|going) on\b/i, 'continues'],
  [/\bany more\b/i, 'no longer'],
  [/\b(came|comes?|coming) back\b/i, 'regressed, or happen again'],
  [/\b(is|was|are|were) hit\b/i, 'is affected'],
  [/\btakes? it along\b/i, 'export'],
  [/\bthat there (is|are)\b/i, 'known'],
  [/^what [^?]+$/i, 'a sentence, or a noun'],
]

/** Finds what a text says in words that users should not read: each with what to say instead. */
export function avoidedIn(text: string): string[] {
  return AVOIDED.flatMap(([words, instead]) => {
    const found = words.exec(text)
    return found === null ? [] : [`“${found[0].trim()}” (say: ${instead}) in “${text}”`]
  })
}

/** Lists the texts that a file holds: its literals and templates, where `…` is a value. Imports, keys and types hold no text. */
export function textsOf(path: string, source = readFileSync(join(repositoryRoot, path), 'utf8')): string[] {
  const found: string[] = []

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value) || WITHOUT_TEXT.has(value.type)) return
    if (value.type === 'Literal' && typeof value.value === 'string') found.push(value.value)
    if (value.type === 'TemplateLiteral') found.push(templateText(value.quasis))
    for (const [key, child] of Object.entries(value)) {
      if (value.type === 'Property' && key === 'key' && value.computed !== true) continue
      visit(child)
    }
  }

  visit(parseSync(path, source).program)
  return found
}

/** Nodes that hold the names of modules and types, which are no texts. `as const` holds a text. */
const WITHOUT_TEXT = new Set([
  ...['ImportDeclaration', 'ImportExpression', 'TSLiteralType', 'TSTemplateLiteralType'],
  ...['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'],
])

function templateText(quasis: unknown): string {
  if (!Array.isArray(quasis)) return ''
  return quasis.map(({ value }: { value: { cooked: string | null } }) => value.cooked ?? '').join('…')
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
