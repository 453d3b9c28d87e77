import { readProperty } from '#telemetry/errors/thrown/thrown.ts'

/**
 * The digest that something thrown brings along: a failure on the server that reached this page as an error, as React
 * Server Components hand them on. Undefined for what no server mints: our own and Next.js's are short words.
 */
export function digestOf(thrown: unknown): string | undefined {
  const digest = readProperty(thrown, 'digest')
  return typeof digest === 'string' && /^\w[\w@.:-]{0,63}$/.test(digest) ? digest : undefined
}
