import * as v from 'valibot'

export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(message: string) {
    super(`Cannot start: ${message}`)
  }
}

export type Environment = Record<string, string | undefined>

/** Returns the setting as its schema parses it; undefined if it is missing or empty. */
export function parseSetting<T>(
  env: Environment,
  name: string,
  schema: v.GenericSchema<string, T>,
): T | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const result = v.safeParse(schema, text)
  if (!result.success)
    throw new ConfigError(`${name} is ${JSON.stringify(text)}, ${result.issues[0].message}`)
  return result.output
}
