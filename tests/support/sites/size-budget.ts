import type { ScriptSizes } from './script-size.ts'

/** What the scripts of the issues page may come to, gzipped: 121 kB in all, each part a little over what it is. */
export const budget: Pick<ScriptSizes, 'total' | 'parts'> = {
  total: 120_964,
  parts: {
    react: 68_000,
    vike: 23_900,
    telemetry: 9_300,
    navigation: 5_150,
    bundler: 4_700,
    renderer: 5_200,
    ui: 4_049,
    'vike-react': 1_600,
    icons: 200,
    page: 420,
  },
}

/** What is larger than it may be, in words; a part without a budget may not be there. */
export function overrunsOf(sizes: Pick<ScriptSizes, 'total' | 'parts'>, allowed = budget): string[] {
  const parts = Object.entries(sizes.parts).map(([part, bytes]) => ({
    part,
    bytes,
    limit: allowed.parts[part] ?? 0,
  }))
  return [{ part: 'all of it', bytes: sizes.total, limit: allowed.total }, ...parts]
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ part, bytes, limit }) => `${part}: ${Math.round(bytes)} bytes, and ${limit} are its budget`)
}
