import {
  AliasNode,
  ColumnNode,
  type DeleteQueryNode,
  type FunctionNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  ListNode,
  type OnConflictNode,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type RawNode,
  SelectionNode,
  SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  WhereNode,
} from 'kysely'
import { isWord } from '#server/store/words.ts'
import { requireVisibleRows } from './inserted-rows.ts'
import { limitRaw, loneTable } from './limit-raw.ts'
import { allOf, isLimitedTable, isOfProjects, refusal } from './limited-tables.ts'

/**
 * Limits every query to the rows of these projects, whoever wrote it and wherever in it a table stands: a query that
 * forgets the viewer reads what the viewer may see. What it cannot limit, it refuses.
 */
export function limitQueries(projectIds: readonly number[]): KyselyPlugin {
  const limiter = new Limiter(projectIds)
  return {
    transformQuery: ({ node, queryId }) => limiter.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class Limiter extends OperationNodeTransformer {
  readonly #projectIds: readonly number[]
  /** A query inside of another one has been limited when it was put there, if it was built with the same plugin. */
  readonly #limited = new WeakSet<OperationNode>()

  constructor(projectIds: readonly number[]) {
    super()
    this.#projectIds = projectIds
  }

  protected override transformNodeImpl<Node extends OperationNode>(node: Node, queryId: QueryId): Node {
    if (this.#limited.has(node)) return node
    const limited = super.transformNodeImpl(node, queryId)
    if (limited.kind.endsWith('QueryNode') || limited.kind === 'RawNode') this.#limited.add(limited)
    return limited
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId)
    return this.#where(query, [...(node.from?.froms ?? []), ...crossJoined(node.joins)])
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId: QueryId): UpdateQueryNode {
    const query = super.transformUpdateQuery(node, queryId)
    if (node.table && ListNode.is(node.table)) throw refusal('an update of several tables')
    if (node.updates?.some(({ column }) => setsProject(column)))
      throw refusal('a row that changes its project')
    const tables = [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]
    return this.#where(query, [...tables, ...crossJoined(node.joins)])
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId: QueryId): DeleteQueryNode {
    const query = super.transformDeleteQuery(node, queryId)
    return this.#where(query, [...node.from.froms, ...(node.using?.tables ?? []), ...crossJoined(node.joins)])
  }

  /** A row that is there already has the same key, but perhaps another project. */
  protected override transformInsertQuery(node: InsertQueryNode, queryId: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, queryId)
    if (node.into === undefined || !isLimitedTable(node.into)) return query
    requireVisibleRows(node, this.#projectIds)
    return query.onConflict?.updates
      ? { ...query, onConflict: this.#ofConflict(query.onConflict, node.into) }
      : query
  }

  #ofConflict(conflict: OnConflictNode, table: OperationNode): OnConflictNode {
    const isVisible = this.#tests([table])
    return { ...conflict, updateWhere: WhereNode.create(allOf(conflict.updateWhere?.where, isVisible)) }
  }

  /** In the join's own condition, so that a left join finds no row instead of leaving out its partner. */
  protected override transformJoin(node: JoinNode, queryId: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId)
    const tests = this.#tests([node.table])
    if (tests.length === 0 || isCross(node)) return join
    if (node.on === undefined || /Right|Full/.test(node.joinType))
      throw refusal(`a ${node.joinType} of its table`)
    return { ...join, on: { kind: 'OnNode', on: allOf(join.on?.on, tests) } }
  }

  protected override transformRaw(node: RawNode, queryId: QueryId): RawNode {
    return limitRaw(super.transformRaw(node, queryId), this.#projectIds, (table, alias) =>
      this.#selectOf(table, alias),
    )
  }

  /** A raw table with a name of its own: `sql.table('event').as('newest')`. */
  protected override transformAlias(node: AliasNode, queryId: QueryId): AliasNode {
    const table = TableNode.is(node.node) ? undefined : loneTable(node.node)
    if (table === undefined) return super.transformAlias(node, queryId)
    return { ...node, node: this.#selectOf(table) }
  }

  /** Kysely's own would leave out what the engine is to say. */
  protected override transformFunction(node: FunctionNode, queryId: QueryId): FunctionNode {
    const transformed = super.transformFunction(node, queryId)
    return isWord(node) ? { ...node, arguments: transformed.arguments } : transformed
  }

  protected override transformMergeQuery(): never {
    throw refusal('a merge')
  }

  #where<Query extends { where?: WhereNode }>(query: Query, tables: readonly OperationNode[]): Query {
    const tests = this.#tests(tables)
    if (tests.length === 0) return query
    return { ...query, where: WhereNode.create(allOf(query.where?.where, tests)) }
  }

  #tests(tables: readonly OperationNode[]): OperationNode[] {
    return tables.flatMap((table) => isOfProjects(table, this.#projectIds) ?? [])
  }

  #selectOf(table: TableNode, alias?: OperationNode): OperationNode {
    const all = SelectQueryNode.cloneWithSelections(SelectQueryNode.createFrom([table]), [ALL])
    const select = this.#where(all, [table])
    return alias === undefined ? select : AliasNode.create(select, alias)
  }
}

const ALL = SelectionNode.createSelectAll()

/** They have no condition of their own. */
function crossJoined(joins: readonly JoinNode[] = []): OperationNode[] {
  return joins.filter(isCross).map(({ table }) => table)
}

function isCross({ joinType }: JoinNode): boolean {
  return joinType === 'CrossJoin'
}

function setsProject(column: OperationNode): boolean {
  return ColumnNode.is(column) && column.column.name === 'project_id'
}
