import {
  type InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  SelectQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { refusal } from './limited-tables.ts'

/** Throws unless the rows say that they are of these projects, or are selected, so that they come of limited tables. */
export function requireVisibleRows(
  { columns = [], values }: InsertQueryNode,
  projectIds: readonly number[],
): void {
  if (values !== undefined && SelectQueryNode.is(values)) return
  const index = columns.findIndex(({ column }) => column.name === 'project_id')
  const rows = values !== undefined && ValuesNode.is(values) ? values.values : []
  const owners = rows.map((row) => ownerIn(row, index))
  const isVisible = owners.every((id) => typeof id === 'number' && projectIds.includes(id))
  if (index < 0 || owners.length === 0 || !isVisible) throw refusal('a new row of another project')
}

function ownerIn(row: OperationNode, index: number): unknown {
  if (PrimitiveValueListNode.is(row)) return row.values[index]
  if (!ValueListNode.is(row)) return undefined
  const value = row.values[index]
  return value !== undefined && ValueNode.is(value) ? value.value : undefined
}
