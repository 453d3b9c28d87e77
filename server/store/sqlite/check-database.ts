import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { requireKnownVersion } from '#server/store/engine/schema-version.ts'
import { type DatabaseFindings, type Depth, examineDatabase } from './inspect-database.ts'

/** Reading more would keep the start waiting for more than a second; `doctor` reads all of it. */
const LARGEST_BYTES = 1024 ** 3
/** CORRUPT, NOTADB: https://sqlite.org/rescode.html */
const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26])
/** How each of its files begins: https://sqlite.org/fileformat.html#the_database_header */
const MAGIC = 'SQLite format 3\0'

/**
 * A damaged database is not to be written to: what could still be read might go too. A large one is read where SQLite
 * begins to. Whatever is no desk's database is refused before SQLite opens it for writing, which would throw the log of an
 * empty file away, or turn another program's file into a desk.
 */
export function requireSoundDatabase(file: string, depth?: Depth): void {
  if (!existsSync(file)) {
    requireNoLog(file, 'it is missing')
    return
  }
  const { size, isFile } = look(file)
  if (!isFile) throw new Error(`Cannot open the database: ${file} is not a file`)
  if (size === 0) throw emptyError(file)
  if (readStart(file) !== MAGIC) throw damageError(file, 'file is not a database')
  try {
    const findings = examineDatabase(file, depth ?? (size > LARGEST_BYTES ? 'header' : 'pages'))
    const [damage] = findings.damages
    if (damage !== undefined) throw damageError(file, damage)
    requireDesk(file, findings)
  } catch (error) {
    throw isDamage(error) ? damageError(file, error.message, error) : error
  }
}

function look(file: string): { size: number; isFile: boolean } {
  const stats = statSync(file)
  return { size: stats.size, isFile: stats.isFile() }
}

/**
 * An empty file is never taken for a new database: a file that lost its content looks the same as one that was never
 * written, and only the first would be harmed. A start that was killed before its first page is told to remove the
 * file, which takes a second.
 */
function emptyError(file: string): Error {
  requireNoLog(file, 'it is empty')
  return new Error(
    `Cannot open the database: ${file} is empty; restore a backup with "npm run crumbtrail -- restore FILE", or delete it to start with an empty desk`,
  )
}

/** SQLite deletes a log whose database has no content. */
function requireNoLog(file: string, message: string): void {
  const log = `${file}-wal`
  if (!existsSync(log) || statSync(log).size === 0) return
  throw new Error(
    `Cannot open the database: ${message}, but its log ${log} holds the latest data; put the database back beside its log, or restore a backup with "npm run crumbtrail -- restore FILE", which keeps the log`,
  )
}

function readStart(file: string): string {
  const start = Buffer.alloc(MAGIC.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, start, 0, start.length, 0)
  } finally {
    closeSync(descriptor)
  }
  return start.toString('latin1')
}

/** A first start that was killed early leaves a database without tables; any other without ours is somebody else's. */
function requireDesk(file: string, { version, knownVersion, tables }: DatabaseFindings): void {
  requireKnownVersion(version, knownVersion)
  const isNew = version === 0 && tables.length === 0
  if (isNew || (version > 0 && tables.includes('project'))) return
  throw new Error(`Cannot open the database: ${file} belongs to another program: it has no projects`)
}

function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && DAMAGE_CODES.has(Number(error.errcode) & 0xff)
}

function damageError(file: string, damage: string, cause?: Error): Error {
  const way = 'restore a backup with "npm run crumbtrail -- restore FILE", which keeps the damaged file'
  return new Error(`Cannot open the database: ${file} is damaged (${damage}); ${way}`, { cause })
}
