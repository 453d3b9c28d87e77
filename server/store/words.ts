import {
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  type OperationNode,
  type SqlBool,
  sql,
} from 'kysely'
import type { Database } from '#server/store/schema/schema.ts'

/**
 * The words of our queries that no SQL of both SQLite and PostgreSQL has. A query says one of them, and the dialect that
 * compiles the query says it in its engine's SQL, so that no query knows which engine there is. All else in a query is
 * SQL that both take: `tests/sql-vocabulary.test.ts` holds that.
 */
export interface EngineWords {
  least(one: Expression<unknown>, other: Expression<unknown>): Expression<unknown>
  greatest(one: Expression<unknown>, other: Expression<unknown>): Expression<unknown>
  /** `pattern` is one of LIKE, with `\` as its escape. */
  like(text: Expression<unknown>, pattern: string): Expression<unknown>
  contains(text: Expression<unknown>, part: string): Expression<unknown>
  findsIssue(issueId: Expression<unknown>, words: readonly SearchWords[]): Expression<unknown>
  rows(list: string, columns: Columns): Expression<unknown>
  withField(json: Expression<unknown>, field: string, value: string): Expression<unknown>
  inOrder(rows: Expression<unknown>, order: Expression<unknown>): Expression<unknown>
}

export interface SearchWords {
  text: string
  isPhrase: boolean
}

interface ColumnTypes {
  integer: number
  text: string
}

type Columns = Readonly<Record<string, keyof ColumnTypes>>
type RowOf<Of extends Columns> = { [Name in keyof Of]: ColumnTypes[Of[Name]] }

/** The smaller one of two values, neither of which is null. */
export function least(one: Expression<number>, other: Expression<number>) {
  return say<number>((words, a, b) => words.least(a, b), [one, other])
}

/** The larger one of two values, neither of which is null. */
export function greatest(one: Expression<number>, other: Expression<number>) {
  return say<number>((words, a, b) => words.greatest(a, b), [one, other])
}

/** Whether the text is these pieces with anything between them; letters of ASCII are the same in both cases. */
export function like(text: Expression<unknown>, pieces: readonly string[]) {
  const pattern = pieces.map((piece) => withoutNul(piece).replaceAll(/[\\%_]/g, '\\$&')).join('%')
  return say<SqlBool>((words, asked) => words.like(asked, pattern), [text])
}

/** Tests the same as `like` with anything before and after `part`, in a third of the time. */
export function contains(text: Expression<unknown>, part: string) {
  return say<SqlBool>((words, asked) => words.contains(asked, withoutNul(part)), [text])
}

/** SQLite takes a NUL for the end of a pattern, and PostgreSQL takes none; no text has the sign that stands for it. */
function withoutNul(part: string): string {
  return part.replaceAll('\0', '\uFFFD')
}

/** Whether the issue's text has all of the words; what begins with a word is found too, unless it is a phrase. */
export function findsIssue(issueId: Expression<unknown>, words: readonly SearchWords[]) {
  return say<SqlBool>((engine, asked) => engine.findsIssue(asked, words), [issueId])
}

/**
 * A table to read from, of a list that is one value, so that a query has the same text however long the list is: `list`
 * is JSON, an array with an array of each row's values in the order of `columns`.
 */
export function rows<Of extends Columns>(list: string, columns: Of) {
  return say<RowOf<Of>>((words) => words.rows(list, columns))
}

/** JSON of an object, with one more field or another value in it. */
export function withField(json: Expression<string>, field: string, value: string) {
  return say<string>((words, asked) => words.withField(asked, field, value), [json])
}

/**
 * Rows of a join with a sorted list that has a limit, in the order of that list. SQLite reads such a list first, and would
 * sort all of the rows where a page needs the first few; other engines join as they like.
 */
export function inOrder(rows: Expression<unknown>, order: Expression<unknown>) {
  return say<unknown>((words, all, place) => words.inOrder(all, place), [rows, order])
}

/** What is true of every row; the engines write it differently. */
export const always = sql<SqlBool>`1 = 1`
/** What is true of no row. */
export const never = sql<SqlBool>`1 = 0`

/** It is handed what the word is said of, as it is when the query is compiled: a plugin may have changed it. */
type Saying = (
  words: EngineWords,
  one: Expression<unknown>,
  other: Expression<unknown>,
) => Expression<unknown>

/** Stands in a query for what the engine will say. Kysely knows no nodes but its own, so it is a function's. */
interface WordNode extends FunctionNode {
  readonly saying: Saying
}

const nothing = sql`null`

function say<Value>(saying: Saying, of: readonly Expression<unknown>[] = []) {
  const named = FunctionNode.create(
    'word',
    of.map((expression) => expression.toOperationNode()),
  )
  const node: WordNode = { ...named, saying }
  return new ExpressionWrapper<Database, never, Value>(node)
}

export function isWord(node: FunctionNode): node is WordNode {
  return 'saying' in node
}

/** The compiler of a dialect says this instead of the word. */
export function sayWord({ saying, arguments: of }: WordNode, words: EngineWords): OperationNode {
  const [one = nothing, other = nothing] = of.map((node) => new ExpressionWrapper(node))
  return saying(words, one, other).toOperationNode()
}
