import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type FunctionNode,
  type InsertQueryNode,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  type TransactionSettings,
  ValueNode,
} from 'kysely'
import type { PoolClient, QueryResultRow } from 'pg'
import { isWord, sayWord } from '#server/store/words.ts'
import { isStalePlan } from './conflicts.ts'
import { withIndex } from './indexed-inserts.ts'
import { createStatementNames, forgetName } from './statement-names.ts'
import { toParameter } from './values.ts'
import { postgresWords } from './words.ts'

/** Pages have a few hundred queries. */
const MOST_PREPARED = 500

/** A pool, or one of its connections. */
interface Connections {
  connect(): Promise<PoolClient>
  end(): Promise<void>
}

/**
 * Kysely on `pg`. Its own PostgreSQL dialect parses and plans every query again; here those that come first are prepared
 * once by each connection.
 */
export function createPostgresDialect(pool: Connections): Dialect {
  return {
    createDriver: () => createDriver(pool),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Says what queries leave to the engine. */
class Compiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    if (isWord(node)) this.visitNode(sayWord(node, postgresWords))
    else super.visitFunction(node)
  }

  /**
   * A plan that is kept for all values takes a limit that it does not know for a tenth of the rows that it expects, and may
   * read a whole table in the order of its ids for that.
   */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit({ ...node, limit: toLiteral(node.limit) })
  }

  protected override visitOffset(node: OffsetNode): void {
    super.visitOffset({ ...node, offset: toLiteral(node.offset) })
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    super.visitInsertQuery(withIndex(node))
  }

  /** SQLite takes an empty list, in which nothing is. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node
    if (!PrimitiveValueListNode.is(rightOperand) || rightOperand.values.length > 0) {
      super.visitBinaryOperation(node)
    } else {
      this.append(OperatorNode.is(operator) && operator.operator === 'in' ? '1 = 0' : '1 = 1')
    }
  }
}

function toLiteral(node: OperationNode): OperationNode {
  return ValueNode.is(node) && typeof node.value === 'number' ? ValueNode.createImmediate(node.value) : node
}

interface PostgresConnection extends DatabaseConnection {
  readonly client: PoolClient
}

function createDriver(pool: Connections): Driver {
  const nameOf = createStatementNames(MOST_PREPARED)
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(await pool.connect(), nameOf),
    beginTransaction: (connection, settings) => command(connection, beginOf(settings)),
    commitTransaction: commit,
    rollbackTransaction: (connection) => command(connection, 'rollback'),
    releaseConnection: async (connection) => clientOf(connection).release(),
    destroy: () => pool.end(),
  }
}

function beginOf({ isolationLevel = 'read committed' }: TransactionSettings): string {
  return `begin isolation level ${isolationLevel} read write`
}

/** The server answers the commit of a transaction that had failed with ROLLBACK, and reports no error. */
async function commit(connection: DatabaseConnection): Promise<void> {
  const { command: answer } = await clientOf(connection).query('commit')
  if (answer !== 'COMMIT') throw new Error(`Cannot commit: the server answered ${answer}`)
}

async function command(connection: DatabaseConnection, sql: string): Promise<void> {
  await clientOf(connection).query(sql)
}

/** Kysely hands back the connections that this driver gave it. */
function clientOf(connection: DatabaseConnection): PoolClient {
  return (connection as PostgresConnection).client
}

function createConnection(
  client: PoolClient,
  nameOf: (sql: string) => string | undefined,
): PostgresConnection {
  const send = ({ sql, parameters }: CompiledQuery, name?: string) =>
    client.query<QueryResultRow>({
      ...(name !== undefined && { name }),
      text: sql,
      values: parameters.map(toParameter),
    })

  async function executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await send(query, nameOf(query.sql)).catch((error: unknown) => {
      if (!isStalePlan(error)) throw error
      forgetName(query.sql)
      // In a transaction, this fails as well, and whoever repeats it sends no name.
      return send(query).catch(() => Promise.reject(error))
    })
    // the query's type says what its columns are
    return { rows: rows as R[], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
  }
  return {
    client,
    executeQuery,
    /** Nothing reads so much that it should come in pieces. */
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      yield await executeQuery<R>(query)
    },
  }
}
