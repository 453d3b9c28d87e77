import {
  ColumnNode,
  ColumnUpdateNode,
  InsertQueryNode,
  OnConflictNode,
  type OperationNode,
  PrimitiveValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { formatVector } from './search-texts.ts'

/**
 * Gives the texts of issues that an insert stores their index, which SQLite's triggers do. Those that steps put have it from
 * `rows/derived-columns.ts`.
 */
export function withIndex(insert: InsertQueryNode): InsertQueryNode {
  if (insert.into?.table.identifier.name !== 'issue_text') return insert
  const { columns = [], values, onConflict } = insert
  if (columns.some(({ column }) => column.name === 'search')) return insert // read from a row, with its index
  const place = columns.findIndex(isText)
  if (values === undefined || !ValuesNode.is(values)) throw new Error('Cannot index text: it is not a value')
  return InsertQueryNode.cloneWith(insert, {
    columns: [...columns, SEARCH],
    values: ValuesNode.create(
      values.values.map(({ values: row }) => {
        const [text, given] = [valueIn(row[place]), row.map(valueIn)]
        return PrimitiveValueListNode.create([...given, formatVector(String(text))])
      }),
    ),
    ...(onConflict && { onConflict: withIndexed(onConflict) }),
  })
}

const SEARCH = ColumnNode.create('search')

function withIndexed(onConflict: OnConflictNode): OnConflictNode {
  const { updates } = onConflict
  if (updates === undefined) return onConflict
  const indexed = updates
    .filter(({ column }) => isText(column))
    .map(({ value }) => {
      return ColumnUpdateNode.create(SEARCH, ValueNode.create(formatVector(String(valueIn(value)))))
    })
  return OnConflictNode.cloneWith(onConflict, { ...onConflict, updates: [...updates, ...indexed] })
}

function isText(column: OperationNode): boolean {
  return ColumnNode.is(column) && column.column.name === 'text'
}

/** The name of the column whose texts are indexed. */
function valueIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return value
  const node = value as OperationNode // it has a kind
  if (ValueNode.is(node)) return node.value
  throw new Error('Cannot index text: it is not a value')
}
