import { createHash } from 'node:crypto'

/** The name of a prepared statement: the hash of its text, which is the same in every process; a pooler may share it. */
export function nameStatement(sql: string): string {
  return createHash('sha1').update(sql).digest('hex')
}

/** Names the statements that come first, `most` of them. Each connection keeps what it has prepared. */
export function createStatementNames(most: number): (sql: string) => string | undefined {
  const names = new Map<string, string>()
  return (sql) => {
    const known = names.get(sql)
    if (known !== undefined || names.size === most) return known
    const name = nameStatement(sql)
    names.set(sql, name)
    return name
  }
}
