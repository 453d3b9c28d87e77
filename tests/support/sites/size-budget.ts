import type { ScriptSizes } from './script-size.ts'

type Measured = Pick<ScriptSizes, 'total' | 'later' | 'parts'>

/**
 * What the scripts of the issues page may come to, gzipped: 115 kB for the first view, each part a little over what it
 * is, and 30 kB for what comes when the page is idle. The bundler's part names the chunk of each page with a hash of
 * seven letters, so it grows with every page and changes by a few bytes with every build.
 */
export const budget: Measured = {
  total: 115_000,
  later: 30_000,
  parts: {
    react: 68_000,
    vike: 18_600,
    telemetry: 9_300,
    navigation: 6_100,
    renderer: 5_400,
    bundler: 4_900,
    ui: 4_000,
    'vike-react': 300,
    page: 450,
  },
}

/** What is larger than it may be, in words; a part without a budget may not be there. */
export function overrunsOf(sizes: Measured, allowed = budget): string[] {
  const parts = Object.entries(sizes.parts).map(([part, bytes]) => ({
    part,
    bytes,
    limit: allowed.parts[part] ?? 0,
  }))
  const whole = { part: 'the first view', bytes: sizes.total, limit: allowed.total }
  const later = { part: 'what comes when idle', bytes: sizes.later, limit: allowed.later }
  return [whole, later, ...parts]
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ part, bytes, limit }) => `${part}: ${Math.round(bytes)} bytes, and ${limit} are its budget`)
}
