/** What only one engine says, and what to write instead. `is` tells whether it stands at a place of the text. */
interface ForbiddenWord {
  word: string
  pattern: RegExp
  is?: (text: string, end: number) => boolean
  instead: string
}

export const OUR_WORDS = 'a word of server/store/words.ts'

const OF_SQLITE: readonly ForbiddenWord[] = [
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

const OF_POSTGRES: readonly ForbiddenWord[] = [
  { word: '::', pattern: /::/g, instead: 'cast(… as …)' },
  {
    word: 'least()',
    pattern: /\b(?:least|greatest)\s*\(/gi,
    instead: 'least() or greatest() of Kysely’s query',
  },
  { word: 'unnest()', pattern: /\b(?:unnest|generate_series)\s*\(/gi, instead: 'rows()' },
  { word: 'arrays', pattern: /\barray\s*\[|\b(?:any|all|array_agg)\s*\(/gi, instead: 'rows()' },
  { word: 'strpos()', pattern: /\b(?:strpos|position)\s*\(/gi, instead: 'contains()' },
  { word: 'regular expressions', pattern: /!?~\*?\s*[?'"]|\bsimilar\s+to\b/gi, instead: 'like()' },
  { word: 'full text', pattern: /@@|\bts(?:vector|query)\b/gi, instead: 'findsIssue()' },
  { word: 'distinct on', pattern: /\bdistinct\s+on\b/gi, instead: 'group by' },
  { word: 'lateral', pattern: /\blateral\b/gi, instead: 'a subquery' },
  {
    word: 'locks',
    pattern: /\bfor\s+(?:no\s+key\s+)?update\b|\bfor\s+(?:key\s+)?share\b|\bskip\s+locked\b/gi,
    instead: 'a transaction of store.write()',
  },
  {
    word: 'a clock',
    pattern: /\b(?:now\s*\(|current_timestamp\b|interval\s+')/gi,
    instead: 'a number that the caller gives',
  },
  {
    word: 'of the engine',
    pattern: /\b(?:pg_\w+|information_schema|regclass|nextval|currval)\b/gi,
    instead: 'a function in server/store/postgres/',
  },
]

export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [...OF_SQLITE, ...OF_POSTGRES]

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
