import { createHash } from 'node:crypto'

/** The name of a prepared statement: the hash of its text, which is the same in every process; a pooler may share it. */
export function nameStatement(sql: string): string {
  return createHash('sha1').update(sql).digest('hex')
}

/** Statements whose plans no longer fit their tables. Another connection of a pooler may have such a plan by the same name. */
const outdated = new Set<string>()

/** Sends a statement without a name from now on, in all connections of this process. */
export function forgetName(sql: string): void {
  outdated.add(sql)
}

/** Names the statements that come first, `most` of them. Each connection keeps what it has prepared. */
export function createStatementNames(most: number): (sql: string) => string | undefined {
  const names = new Map<string, string>()
  return (sql) => {
    if (outdated.has(sql)) return undefined
    const known = names.get(sql)
    if (known !== undefined || names.size === most) return known
    const name = nameStatement(sql)
    names.set(sql, name)
    return name
  }
}
