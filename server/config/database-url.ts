import { ConfigError, type Environment } from './read-setting.ts'

/** Returns the address of the PostgreSQL database; undefined for SQLite in the data directory. */
export function parseDatabaseUrl(env: Environment): string | undefined {
  const text = env.DATABASE_URL?.trim()
  if (!text) return undefined
  // The value is not shown: it has a password.
  if (!/^postgres(?:ql)?:\/\/[^/\s]*\/[^/?\s]+(?:\?\S*)?$/.test(text)) {
    throw new ConfigError(
      'DATABASE_URL is set to something else than postgres://USER:PASSWORD@HOST:PORT/DATABASE',
    )
  }
  return text
}
