import { readProperty } from '#telemetry/errors/thrown/thrown.ts'

/**
 * Finds the digest in something thrown, which is how React Server Components pass on a failure on the
 * server. Our own digests and those of Next.js are short words, so any other text gives undefined.
 */
export function digestOf(thrown: unknown): string | undefined {
  const digest = readProperty(thrown, 'digest')
  return typeof digest === 'string' && /^\w[\w@.:-]{0,63}$/.test(digest) ? digest : undefined
}
