import { type OperationNode, RawNode, type TableNode, ValueNode } from 'kysely'
import { isLimitedTable, LIMITED_TABLES, nameOf, refusal } from './limited-tables.ts'

const NAMES = LIMITED_TABLES.join('|')
/** A table that the text reads or writes by itself; `issue.id` and a column of that name are none. */
const NAMED = new RegExp(
  `(?:\\b(?:from|join|into|update)\\s+|,\\s*)"?(?:${NAMES})"?(?=\\s+(?:as|where|join|cross|left|inner|group|order|limit|set|on)\\b|\\s*[()]|\\s*$)`,
  'i',
)
const WRITTEN = /\b(?:into|update|delete\s+from)\s*$/i
const ADDED = /\binsert\s+into\s*$/i
const OWNED = /^\s*\(project_id\b/
const HAS_NAME = /^\s+as\b/i
const IS_QUALIFIER = /^\./

/** Gives the rows of a table that may be read, with the name if there is one. */
type SelectOf = (table: TableNode, name?: OperationNode) => OperationNode

/**
 * A table stands in raw SQL as `sql.table()`, and becomes a select of its visible rows. The text cannot be read, so one that
 * names such a table, or changes it, is refused.
 */
export function limitRaw(node: RawNode, projectIds: readonly number[], selectOf: SelectOf): RawNode {
  const { sqlFragments, parameters } = node
  const named = sqlFragments.find((text) => namesTable(text))
  if (named !== undefined) throw refusal(`a table in its text: ${named.trim()}`)
  if (loneTable(node)) return node // whatever it stands in says how
  return RawNode.create(
    [...sqlFragments],
    parameters.map((parameter, index) => {
      const table = loneTable(parameter)
      const [before = '', after = ''] = [sqlFragments[index], sqlFragments[index + 1]]
      if (table === undefined || IS_QUALIFIER.test(after)) return parameter
      if (ADDED.test(before) && OWNED.test(after) && selectsVisible(node, projectIds)) return parameter
      if (WRITTEN.test(before)) throw refusal(`raw SQL that writes to ${nameOf(table)}`)
      return HAS_NAME.test(after) ? selectOf(table) : selectOf(table, table.table.identifier)
    }),
  )
}

/** Rows that are selected with their project come of limited tables; otherwise it must be a visible one. */
function selectsVisible({ sqlFragments, parameters }: RawNode, projectIds: readonly number[]): boolean {
  return sqlFragments.some((text, index) => {
    if (/\bselect\s+project_id\b/i.test(text)) return true
    const owner = /\bselect\s+$/i.test(text) ? parameters[index] : undefined
    return owner !== undefined && ValueNode.is(owner) && projectIds.some((id) => id === owner.value)
  })
}

/**
 * Whether SQL names a table of projects in its text.
 * @internal
 */
export function namesTable(text: string): boolean {
  return NAMED.test(text)
}

/** A table by itself, as `sql.table()` makes it. */
export function loneTable(node: OperationNode): TableNode | undefined {
  if (isLimitedTable(node)) return node
  if (!RawNode.is(node) || node.sqlFragments.some((text) => text !== '')) return undefined
  const [child, ...others] = node.parameters
  return child && others.length === 0 && isLimitedTable(child) ? child : undefined
}
