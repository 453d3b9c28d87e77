import { parseSync } from 'vite'
import { FORBIDDEN_WORDS, OUR_WORDS } from './forbidden-sql.ts'

/** The same said by Kysely's methods. */
const METHODS = new Map([
  ...['orIgnore', 'orReplace', 'orAbort', 'orFail', 'orRollback', 'replaceInto'].map(
    (name) => [name, 'onConflict()'] as const,
  ),
  ...['forUpdate', 'forShare', 'forNoKeyUpdate', 'forKeyShare', 'skipLocked', 'noWait'].map(
    (name) => [name, 'a transaction of store.write()'] as const,
  ),
  ['distinctOn', 'groupBy() or a query of its own'],
  ['using', 'a subquery'],
])

/** Names that are no SQL by themselves, but are given to Kysely as a column or table. */
const NAMES = new Set(['rowid', 'issue_search'])

const LOOKS_LIKE_SQL =
  /\b(?:select|insert\s+(?:or\s+\w+\s+)?into|delete\s+from|update\s+\w+\s+set|order\s+by|pragma|vacuum)\s|[=<>]\s*\?/i

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * What a file says that one engine alone understands: `server/store/x.ts:12 says iif(): write case when …`. By syntax, so
 * that comments do not count. Texts are SQL where they are tagged with `sql`, or look like it.
 */
export function sqlWordsIn(path: string, source: string): string[] {
  const { program } = parseSync(path, source)
  const found: string[] = []
  const say = (start: number, word: string, instead: string) => {
    const line = source.slice(0, start).split('\n').length
    found.push(`${path}:${line} says ${word}: write ${instead}`)
  }
  walk(program, undefined, (node, parent) => {
    for (const { word, instead } of wordsOfNode(node, parent)) say(node.start, word, instead)
  })
  return found
}

/** The texts of a file's raw SQL, without its values. */
export function rawSqlIn(path: string, source: string): string[] {
  const found: string[] = []
  walk(parseSync(path, source).program, undefined, (node, parent) => {
    if (node.type !== 'TemplateLiteral' || parent?.type !== 'TaggedTemplateExpression') return
    if (isNamed(parent.tag, 'sql')) found.push(textOf(node) ?? '')
  })
  return found
}

function wordsOfNode(node: Node, parent: Node | undefined): { word: string; instead: string }[] {
  if (node.type === 'CallExpression') return wordsOfCall(node)
  const text = textOf(node)
  if (text === undefined || parent?.type === 'ImportDeclaration') return []
  if (NAMES.has(text)) return [{ word: text, instead: OUR_WORDS }]
  const isSql =
    parent?.type === 'TaggedTemplateExpression' ? isNamed(parent.tag, 'sql') : LOOKS_LIKE_SQL.test(text)
  return isSql ? wordsOfText(text) : []
}

/** Literals; of a template what stands between its values, each of which is a `?`. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return listOf(node.quasis)
    .map(({ value }) => (isObject(value) && 'raw' in value ? String(value.raw) : ''))
    .join('?')
}

export function wordsOfText(said: string): { word: string; instead: string }[] {
  const text = said.replaceAll(/(?<!:):[a-z_]+/g, '?') // a named value
  return FORBIDDEN_WORDS.filter(({ pattern, is }) =>
    [...text.matchAll(pattern)].some((match) => is === undefined || is(text, match.index + match[0].length)),
  ).map(({ word, instead }) => ({ word, instead }))
}

function wordsOfCall(call: Node): { word: string; instead: string }[] {
  const name = calledName(call)
  const [first, operator, value] = listOf(call.arguments)
  const said = operator && textOf(operator)
  const instead = METHODS.get(name)
  if (instead !== undefined) return [{ word: `${name}()`, instead }]
  if ((said === 'is' || said === 'is not') && value && !isNull(value)) {
    return [{ word: said, instead: 'is [not] distinct from' }]
  }
  if (name !== 'fn' || first === undefined) return []
  const given = listOf(listOf(call.arguments)[1]?.elements).map(() => '?')
  return wordsOfText(`${textOf(first)}(${given.join(', ')})`)
}

/** `fn` of `fn()`, of `eb.fn()` and of `eb.fn<number>()`. */
function calledName({ callee }: Node): string {
  if (!isObject(callee)) return ''
  const named = 'property' in callee ? callee.property : callee
  return isObject(named) && 'name' in named ? String(named.name) : ''
}

function isNull(node: Node): boolean {
  return node.type === 'Literal' && node.value === null
}

function isNamed(node: unknown, name: string): boolean {
  return isObject(node) && 'name' in node && node.name === name
}

function walk(
  value: unknown,
  parent: Node | undefined,
  visit: (node: Node, parent: Node | undefined) => void,
): void {
  if (Array.isArray(value)) for (const item of value) walk(item, parent, visit)
  else if (isNode(value)) {
    visit(value, parent)
    for (const child of Object.values(value)) walk(child, value, visit)
  }
}

function listOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return isObject(value) && 'type' in value && 'start' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
