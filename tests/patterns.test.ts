import { describe, expect, it } from 'vitest'
import { findGrowth } from './support/patterns/find-growth.ts'
import {
  constructedPatternsIn,
  literalPatternsIn,
  recordConstructed,
  type SourcePattern,
} from './support/patterns/source-patterns.ts'
import { someOf } from './support/run/doses.ts'

const FOLDERS = ['server', 'telemetry', 'renderer', 'pages']

/** Patterns whose work grows faster than a text, and why no text makes it matter. By file and pattern. */
const EXCEPTIONS = new Map([
  ['renderer/format/format.ts \\B(?=(\\d{3})+$)', 'a rounded number has 21 digits at most'],
  [
    'server/search/tokens.ts (?:tags\\[([\\w.-]+)\\]|([A-Za-z_][\\w.-]*)):',
    'scanSearch() takes a whole word where no key stands',
  ],
  [
    'server/search/tokens.ts "((?:[^"\\\\]|\\\\[\\s\\S])*)"',
    'scanSearch() ends at a quote that is not closed',
  ],
  [
    'server/processing/secrets/forms.ts eyJ[\\w-]{10,}\\.[\\w-]{4,}(?:\\.[\\w-]*){0,3}',
    'it is a part of TOKENS, which begins at one place of a word only',
  ],
])

/** Constructed while the desk runs, of words that are ours. */
const OF_OUR_WORDS = new Map([['server/hosting/shells/shell.ts', "a shell's slots are random words of ours"]])

/** Each stopped the desk, or could: what finds growth must find theirs. */
const KNOWN_BAD: [what: string, pattern: RegExp][] = [
  [
    'frames of Java',
    /^\s*at (?:[\w.-]+\/+)?(?<module>[\w.$]+)\.(?<function>[\w$<>]+)\((?<filename>[\w$]+\.\w+)(?::(?<lineno>\d+))?\)/gm,
  ],
  ['frames of PHP', /^#\d+ (?<filename>[^\n(]+)\((?<lineno>\d+)\): /gm],
  [
    'frames of Ruby',
    /^\s*(?:from )?(?<filename>[^\s:]+\.(?:rb|erb)):(?<lineno>\d+):in [`'](?<function>[^'\n]+)'/gm,
  ],
  ['frames of Go', /^(?<function>[\w./*()-]+)\([^\n]*\)\n\t(?<filename>\S+\.go):(?<lineno>\d+)/gm],
  [
    'frames of .NET',
    /^\s*at (?<module>[\w.`+]+)\.(?<function>[\w<>`[\], |]+)\([^\n]*?\) in (?<filename>[^\n]+):line (?<lineno>\d+)/gm,
  ],
  ['causes of Java', /^\s*Caused by: /m],
  ['where a stack begins', /^\s*at |^[^\n@]{0,200}@\S{1,400}:\d+/m],
  ['slashes at the end', /[\\/]+$/],
  ['comments in SQL', /--[^\n]*|\/\*[\s\S]*?\*\//g],
  ['evaluated code', /eval at .* \((.+?:\d+:\d+)\).*/],
  ["Firefox's names", /^(?:[\w. ]+\*)*([^@:]*?)(?:\/<)*@(.*)/],
  ['old Opera', /\bOpera\/.*\bVersion\/(\d+)|\bOpera[/ ](\d+)/],
  ['old Safari', /\bVersion\/(\d+)[^ ]* (?:Mobile\/\S+ )?Safari\//],
  ['.NET names', /^(?:.*[.+])?<(\w+)>(?:d__\d+|b__[\d_]+)?(?:\.MoveNext)?(?:\(.*)?$/],
  ['Go closures', /\.func\d+(?:\.\d+)*(?:\.func\d+(?:\.\d+)*)*(?:[·-].*)?$/],
  ['generic names', /(?:<[^<>]*>|`\d+)+$/],
  ['gems', /[/\\]gems[/\\]([^/\\]+)-\d[^/\\]*[/\\]/],
  ['a fragment', /[?#].*$/],
  ['dashes', /\s*[‐‑‒–—−]\s*|\s+-\s*|\s*-\s+/g],
  ['a look ahead', /a(?=.*b)/g],
  ['a look behind', /(?<=a.*)b/g],
  ['a reference', /^(a*)\1*b/],
  ['nested repetition', /^(?:a+)+$/],
  ['choices that overlap', /^(?:a|\w)*$/],
]

function nameOf({ place, source }: SourcePattern): string {
  return `${place.replace(/:\d+$/, '')} ${source}`
}

function growthOf(patterns: readonly SourcePattern[]): string[] {
  return patterns.flatMap((pattern) => {
    if (EXCEPTIONS.has(nameOf(pattern))) return []
    const growth = findGrowth(pattern.source, pattern.flags)
    if (!growth) return []
    return [`${pattern.place} /${pattern.source}/${pattern.flags} grows with ${growth.text}`]
  })
}

describe('regular expressions', () => {
  it.each(FOLDERS)(
    'are linear in whatever text they meet, all literals of %s',
    { timeout: 120_000 },
    (folder) => {
      const patterns = literalPatternsIn(folder)
      expect(growthOf(someOf(patterns, Math.ceil(patterns.length / 6)))).toEqual([])
    },
  )

  it('are linear where they are put together of others', { timeout: 120_000 }, async () => {
    const places = FOLDERS.flatMap(constructedPatternsIn).map((place) => place.replace(/:\d+$/, ''))
    const files = [...new Set(places)].filter((file) => !OF_OUR_WORDS.has(file))
    const recorded = await recordConstructed(() =>
      Promise.all(files.map((file) => import(/* @vite-ignore */ `../${file}`))),
    )
    // Whatever is not made while a module loads needs a look, and a line in OF_OUR_WORDS.
    expect(new Set(recorded.map(({ place }) => place))).toEqual(new Set(files))
    expect(growthOf(recorded)).toEqual([])
  })

  it('are all there whose exceptions are listed', () => {
    const names = new Set(FOLDERS.flatMap(literalPatternsIn).map(nameOf))
    expect([...EXCEPTIONS.keys()].filter((name) => !names.has(name))).toEqual([])
  })

  it.each(someOf(KNOWN_BAD, 6))('are known for what they are: %s', (_what, { source, flags }) => {
    const growth = findGrowth(source, flags)
    expect(growth?.factor).toBeGreaterThan(2)
  })
})
