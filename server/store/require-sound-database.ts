import { existsSync, statSync } from 'node:fs'
import { examineDatabase } from './examine-database.ts'

/** Reading more would keep the start waiting for more than a second; `doctor` reads all of it. */
const LARGEST_BYTES = 1024 ** 3
/** CORRUPT, NOTADB: https://sqlite.org/rescode.html */
const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26])

/**
 * A damaged database is not to be written to: what could still be read might go too. A large one is read where SQLite
 * begins to.
 */
export function requireSoundDatabase(file: string): void {
  if (!existsSync(file)) return
  try {
    const isLarge = statSync(file).size > LARGEST_BYTES
    const [damage] = examineDatabase(file, isLarge ? 'header' : 'pages').damages
    if (damage !== undefined) throw damageError(file, damage)
  } catch (error) {
    throw isDamage(error) ? damageError(file, error.message, error) : error
  }
}

function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && DAMAGE_CODES.has(Number(error.errcode) & 0xff)
}

function damageError(file: string, damage: string, cause?: Error): Error {
  const way = 'bring a backup back with "npm run crumbtrail -- restore FILE", which keeps the damaged file'
  return new Error(`Cannot open the database: ${file} is damaged (${damage}); ${way}`, { cause })
}
