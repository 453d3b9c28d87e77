import type { Engine, EngineOptions } from './engine.ts'

/** Opens the database that the settings name. The other engine's code is not loaded. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl } = options.config
  if (databaseUrl === undefined) {
    const { openSqliteEngine } = await import('./sqlite-engine.ts')
    return openSqliteEngine(options)
  }
  const { openPostgresEngine } = await import('./postgres-engine.ts')
  return openPostgresEngine(databaseUrl, options)
}
