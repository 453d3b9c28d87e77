import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type FunctionNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { isWord, sayWord } from '#server/store/words.ts'
import { sqliteWords } from './words.ts'

const CACHED_STATEMENTS = 200

interface DialectOptions {
  /** Whether it takes changes only in a transaction. Each change of that has SQLite prepare all statements anew. */
  isReadOutside: boolean
}

/**
 * Kysely on `node:sqlite`. Its own SQLite dialect wants better-sqlite3's statements, which a native build
 * would have to provide.
 */
export function createSqliteDialect(
  database: DatabaseSync,
  { isReadOutside }: DialectOptions = { isReadOutside: true },
): Dialect {
  return {
    createDriver: () => createDriver(database, isReadOutside),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Says what queries leave to the engine. */
class Compiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    if (isWord(node)) this.visitNode(sayWord(node, sqliteWords))
    else super.visitFunction(node)
  }
}

function createDriver(database: DatabaseSync, isReadOutside: boolean): Driver {
  const connection = createKyselyConnection(database)
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
  const protect = (isOn: boolean) => {
    if (isReadOutside) database.exec(`pragma query_only = ${isOn ? 'on' : 'off'}`)
  }
  const end = (run: () => unknown) => {
    // SQLite has rolled back by itself when the disk was full.
    if (database.isTransaction) run()
    protect(true)
  }
  return {
    init: async () => protect(true),
    acquireConnection: async () => connection, // the adapter says that there is one; Kysely queues for it
    async beginTransaction() {
      protect(false)
      begin.run()
    },
    commitTransaction: async () => end(() => commit.run()),
    rollbackTransaction: async () => end(() => database.exec('rollback')),
    releaseConnection: async () => {},
    destroy: async () => database.close(),
  }
}

interface Prepared {
  statement: StatementSync
  /** Names of the columns; none for what answers no rows. */
  columns: string[]
}

/** Runs compiled queries at once; each is prepared when it comes first. */
export function createQueryRunner(database: DatabaseSync): <R>(query: CompiledQuery) => QueryResult<R> {
  const statements = new LRUCache<string, Prepared>({ max: CACHED_STATEMENTS })

  function prepare(sql: string): Prepared {
    const cached = statements.get(sql)
    if (cached) return cached
    const statement = database.prepare(sql)
    const columns = statement.columns().map(({ name }) => name)
    if (columns.length > 0) statement.setReturnArrays(true)
    const prepared = { statement, columns }
    statements.set(sql, prepared)
    return prepared
  }

  return <R>(query: CompiledQuery) => {
    const { statement, columns } = prepare(query.sql)
    const parameters = inputValues(query)
    if (columns.length > 0) {
      // arrays, as it was told to return; the query's type says what its columns are
      const rows = statement.all(...parameters) as unknown as SQLOutputValue[][]
      return { rows: rows.map((values) => toRow(columns, values)) as R[] }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

function createKyselyConnection(database: DatabaseSync): DatabaseConnection {
  const run = createQueryRunner(database)
  return {
    executeQuery: async (query) => run(query),
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // Not from the cache: a statement that is being stepped through can't serve another query.
      for (const row of database.prepare(query.sql).iterate(...inputValues(query))) {
        yield { rows: [{ ...row } as R] } // as above
      }
    },
  }
}

/**
 * `node:sqlite` gives objects without a prototype: serializers take them for something special, and copying one takes
 * longer than reading it.
 */
function toRow(columns: readonly string[], values: readonly SQLOutputValue[]): object {
  const row: Record<string, SQLOutputValue> = {}
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = values[index] ?? null
  return row
}

/** Kysely has checked the parameters against the table types, which hold only what SQLite takes. */
function inputValues(query: CompiledQuery): SQLInputValue[] {
  return query.parameters as SQLInputValue[]
}
