import { parseSync } from 'vite'

/** What only one engine says, and what to write instead. `is` tells whether it stands at a place of the text. */
interface ForbiddenWord {
  word: string
  pattern: RegExp
  is?: (text: string, end: number) => boolean
  instead: string
}

const OUR_WORDS = 'a word of server/store/words.ts'

const FORBIDDEN: readonly ForbiddenWord[] = [
  { word: 'iif()', pattern: /\biif\s*\(/gi, instead: 'case when … then … else … end' },
  { word: 'ifnull()', pattern: /\bifnull\s*\(/gi, instead: 'coalesce()' },
  { word: 'min() of two', pattern: /\bmin\s*\(/gi, is: hasSecondArgument, instead: 'least(), or a case' },
  { word: 'max() of two', pattern: /\bmax\s*\(/gi, is: hasSecondArgument, instead: 'greatest(), or a case' },
  { word: 'total()', pattern: /\btotal\s*\(/gi, instead: 'coalesce(sum(), 0) or count()' },
  { word: 'group_concat()', pattern: /\bgroup_concat\s*\(/gi, instead: 'string_agg()' },
  { word: 'JSON', pattern: /\bjsonb?(?:_\w+)?\s*\(|->>?/gi, instead: 'rows() or withField()' },
  { word: 'match', pattern: /\bmatch\s+[?'"]/gi, instead: 'findsIssue()' },
  { word: 'issue_search', pattern: /\bissue_search\b/gi, instead: 'findsIssue()' },
  { word: 'instr()', pattern: /\binstr\s*\(/gi, instead: 'contains()' },
  { word: 'like', pattern: /\bi?like\b/gi, instead: 'like()' },
  { word: 'glob', pattern: /\b(?:glob|regexp)\s+[?'"]/gi, instead: 'like()' },
  { word: 'rowid', pattern: /\b_?(?:last_insert_)?rowid_?\b/gi, instead: 'the key of the table' },
  { word: 'insert or', pattern: /\b(?:insert|update)\s+or\b/gi, instead: 'on conflict (key) do …' },
  { word: 'replace into', pattern: /\breplace\s+into\b/gi, instead: 'on conflict (key) do update' },
  {
    word: 'on conflict without a key',
    pattern: /\bon\s+conflict\s+do\b/gi,
    instead: 'on conflict (key) do …',
  },
  {
    word: 'a sum of no table',
    pattern: /(?<![.\w])\w+\s*[-+]\s*excluded\./gi,
    instead: 'table.column + excluded.column',
  },
  {
    word: 'is of two values',
    pattern: /\bis\s+(?:not\s+)?(?!not\b|null\b|true\b|false\b|distinct\b)\S/gi,
    instead: 'is [not] distinct from',
  },
  {
    word: 'a case of values alone',
    pattern: /\bthen\s+\?\d*\s+else\s+\?/gi,
    instead: 'a comparison for each, since PostgreSQL takes them for text',
  },
  { word: '==', pattern: /==/g, instead: '=' },
  { word: 'limit -1', pattern: /\blimit\s+-/gi, instead: 'no limit' },
  { word: 'indexed by', pattern: /\bindexed\b/gi, instead: 'an order of joins' },
  {
    word: 'cross join … on',
    pattern: /\bcross\s+join\s+\w+(?:\s+as\s+\w+)?\s+on\b/gi,
    instead: 'cross join … where',
  },
  { word: 'a name of two cases', pattern: /\bas\s+[a-z]+[A-Z]\w*/g, instead: 'as "camelCase"' },
  {
    word: 'times',
    pattern: /\b(?:unixepoch|julianday|strftime|datetime|timediff)\s*\(/gi,
    instead: 'a number that the caller gives',
  },
  {
    word: 'functions of SQLite',
    pattern:
      /\b(?:changes|char|hex|unhex|typeof|printf|quote|randomblob|zeroblob|unicode|(?:un)?likely)\s*\(/gi,
    instead: OUR_WORDS,
  },
  { word: 'nocase', pattern: /\bcollate\b/gi, instead: 'like()' },
  { word: 'temp.', pattern: /\btemp\./gi, instead: 'the name of the table alone' },
  { word: 'begin immediate', pattern: /\bbegin\s+\w+/gi, instead: 'server/store/sqlite/transaction.ts' },
  {
    word: 'of the engine',
    pattern: /\b(?:sqlite_\w+|pragma\w*|vacuum|attach|fts5)\b/gi,
    instead: 'a function in server/store/sqlite/',
  },
]

/** The same said by Kysely's methods. */
const METHODS = new Set(['orIgnore', 'orReplace', 'orAbort', 'orFail', 'orRollback', 'replaceInto'])

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

export function wordsOfText(text: string): { word: string; instead: string }[] {
  return FORBIDDEN.filter(({ pattern, is }) =>
    [...text.matchAll(pattern)].some((match) => is === undefined || is(text, match.index + match[0].length)),
  ).map(({ word, instead }) => ({ word, instead }))
}

/** After a function's bracket: whether there is a comma before it closes. */
function hasSecondArgument(text: string, start: number): boolean {
  let depth = 0
  for (const letter of text.slice(start)) {
    if (letter === '(') depth++
    else if (letter === ')' && --depth < 0) return false
    else if (letter === ',' && depth === 0) return true
  }
  return false
}

function wordsOfCall(call: Node): { word: string; instead: string }[] {
  const name = calledName(call)
  const [first, operator, value] = listOf(call.arguments)
  const said = operator && textOf(operator)
  if (METHODS.has(name)) return [{ word: `${name}()`, instead: 'onConflict()' }]
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
