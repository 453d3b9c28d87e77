import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  IdentifierNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  ReferenceNode,
  TableNode,
} from 'kysely'
import { PROJECT_TABLES } from '#server/store/schema/tables.ts'

/** The column by which the rows of each table belong to a project. */
const OWNERS: ReadonlyMap<string, string> = new Map([
  ['project', 'id'],
  ...PROJECT_TABLES.map((table): [string, string] => [table, 'project_id']),
])

/** All tables whose rows belong to projects. */
export const LIMITED_TABLES: readonly string[] = [...OWNERS.keys()]

export function isLimitedTable(node: OperationNode): node is TableNode {
  return TableNode.is(node) && OWNERS.has(nameOf(node))
}

export function nameOf({ table }: TableNode): string {
  return table.identifier.name
}

/** Whether a row of this table, which may have another name here, is of one of the projects; undefined for what is of none. */
export function isOfProjects(node: OperationNode, projectIds: readonly number[]): OperationNode | undefined {
  const table = AliasNode.is(node) ? node.node : node
  if (!TableNode.is(table)) return undefined
  const column = OWNERS.get(nameOf(table))
  if (column === undefined) return undefined
  const name = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : nameOf(table)
  return BinaryOperationNode.create(
    ReferenceNode.create(ColumnNode.create(column), TableNode.create(name)),
    OperatorNode.create('in'),
    PrimitiveValueListNode.create(projectIds),
  )
}

/** What was asked may be raw text with an "or" in it. */
export function allOf(asked: OperationNode | undefined, tests: readonly OperationNode[]): OperationNode {
  const isOne = asked === undefined || ParensNode.is(asked) || BinaryOperationNode.is(asked)
  const first = isOne ? asked : ParensNode.create(asked)
  return [...(first ? [first] : []), ...tests].reduce((left, right) => AndNode.create(left, right))
}

/** A query that cannot be limited is a mistake of ours, so that it must not be answered. */
export function refusal(what: string): Error {
  return new Error(`Cannot limit the query to the viewer's projects: it has ${what}`)
}
