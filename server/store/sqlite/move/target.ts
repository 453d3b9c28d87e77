import { renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { auditOfMove } from '#server/store/move/moved.ts'
import { formatPart, inSequence, parsePart } from '#server/store/move/part-rows.ts'
import type { MoveTarget } from '#server/store/move/side.ts'
import { openConnection } from '#server/store/sqlite/connection.ts'
import { syncPath } from '#server/store/sqlite/fsync.ts'
import { migrate } from '#server/store/sqlite/migrations/migrate.ts'
import { inTransaction } from '#server/store/sqlite/transaction.ts'
import { inRange, namesOf } from './range-sql.ts'
import { addMoveTables, dropMoveTables, putBack, setAside } from './set-aside.ts'
import { createSqliteSide } from './side.ts'

interface Named {
  /** The target and the source, as operators know them. */
  name: string
  source: string
}

/** Opens a database to copy into. It has another name until it is complete, so that no desk starts on it. */
export function openSqliteTarget(file: string, { name, source }: Named): MoveTarget {
  const unfinished = `${file}.moving`
  const connection = openUnfinished(unfinished, source)
  return {
    ...createTarget(connection, name),
    async open(at) {
      inTransaction(connection, () => {
        connection
          .prepare('insert into audit_entry (at, actor, action, target, details) values (?, ?, ?, ?, ?)')
          .run(...auditOfMove({ from: source, to: name, at }))
        dropMoveTables(connection)
      })
      connection.exec('pragma wal_checkpoint(truncate)')
      connection.close() // and with it, its log
      syncPath(unfinished)
      renameSync(unfinished, file)
      syncPath(dirname(file))
    },
    async close() {
      if (connection.isOpen) connection.close()
    },
  }
}

function openUnfinished(file: string, source: string): DatabaseSync {
  const connection = openConnection(file)
  try {
    // Rows may refer to those of a range that is being copied again; a lost transaction is copied again as well.
    connection.exec('pragma foreign_keys = off; pragma synchronous = normal')
    migrate(connection)
    inTransaction(connection, () => {
      addMoveTables(connection)
      requireSource(connection, file, source)
      setAside(connection)
    })
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function requireSource(connection: DatabaseSync, file: string, source: string): void {
  const known = connection.prepare('select source from move').get()?.source
  if (known === undefined) connection.prepare('insert into move (source) values (?)').run(source)
  else if (known !== source) {
    throw new Error(`Cannot move to ${file}: it has a part of ${known}; delete it to begin anew`)
  }
}

function createTarget(connection: DatabaseSync, name: string): Omit<MoveTarget, 'open' | 'close'> {
  const addPart = connection.prepare('insert into move_part values (?, ?, ?, ?, ?, ?)')
  const removePart = connection.prepare('delete from move_part where name = ? and to_key = ?')
  return {
    ...createSqliteSide(connection, name),
    async listParts({ name }) {
      const rows = connection.prepare('select * from move_part where name = ?').all(name)
      return inSequence(rows.map(parsePart))
    },
    async replaceRange(table, range, rows, parts) {
      const { sql, values } = inRange(table, range)
      const columns = table.columns.map(({ name }) => name)
      const places = columns.map(() => '?').join(', ')
      const insert = connection.prepare(`insert into ${table.name} (${namesOf(columns)}) values (${places})`)
      inTransaction(connection, () => {
        connection.prepare(`delete from ${table.name} where ${sql}`).run(...values)
        for (const row of rows) insert.run(...(row as SQLInputValue[])) // as the other engine gives them
        if (range.to !== undefined) removePart.run(table.name, JSON.stringify(range.to))
        for (const part of parts) addPart.run(table.name, ...formatPart(part))
      })
    },
    async complete(lastIds) {
      return inTransaction(connection, () => {
        const dangling = putBack(connection)
        raiseIssueId(connection, lastIds.get('issue') ?? 0)
        return dangling
      })
    },
  }
}

/** The only ids that SQLite never gives a second time. */
function raiseIssueId(connection: DatabaseSync, lastId: number): void {
  connection.exec(`insert into sqlite_sequence (name, seq)
    select 'issue', 0 where not exists (select 1 from sqlite_sequence where name = 'issue')`)
  connection.prepare("update sqlite_sequence set seq = max(seq, ?) where name = 'issue'").run(lastId)
}
