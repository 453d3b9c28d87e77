import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '#tests/support/patterns/compile-pattern.ts'
import { createCounter } from '#tests/support/patterns/count-steps.ts'
import { findGrowth } from '#tests/support/patterns/find-growth.ts'
import { parsePattern } from '#tests/support/patterns/parse-pattern.ts'
import { literalPatternsIn } from '#tests/support/patterns/source-patterns.ts'
import { doseOf, runs } from '#tests/support/run/doses.ts'

const atom = fc.constantFrom(
  'a',
  'b',
  '\\n',
  '.',
  '\\w',
  '\\s',
  '[^a]',
  '[ab]',
  '\\b',
  '^',
  '$',
  '\\1',
  '(?=a)',
  '(?<!b)',
  '(?<=(a)|b)',
  '(?!(b))',
)
const quantifier = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,2}?')
const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  pattern: fc
    .array(fc.tuple(tie('term'), fc.constantFrom('', '', '', '|')), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.flat().join('')),
  term: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(atom, quantifier).map(([one, times]) => one + (/^(?:\^|\$|\\b|\(\?)/.test(one) ? '' : times)),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), quantifier)
      .map(([open, inside, times]) => `${open}${inside})${times}`),
  ),
}))
const flags = fc.constantFrom('', 'i', 'm', 's', 'u', 'im')
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', ' ', '\n', '\r', '1', '\u2028', '😀'),
  maxLength: 12,
})

function groupsOf(source: string, given: string, subject: string): (string | undefined)[] | undefined {
  const match = createCounter(compilePattern(parsePattern(source, given))).find(subject, 0, false)
  if (!match) return undefined
  const groupCount = new RegExp(`${source}|`, given).exec('')?.length ?? 0
  return Array.from({ length: groupCount }, (_, group) => {
    const [start = -1, end = -1] = [match.registers[group * 2], match.registers[group * 2 + 1]]
    return start < 0 || end < 0 ? undefined : subject.slice(start, end)
  })
}

describe('createCounter()', () => {
  it('finds what the engine finds, with the same groups, by whatever pattern', () => {
    fc.assert(
      fc.property(pattern, flags, text, (source, given, subject) => {
        fc.pre(isValid(source, given) && isQuick(source, given, subject))
        const found = new RegExp(source, given).exec(subject)
        expect(groupsOf(source, given, subject)).toEqual(found ? [...found] : undefined)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('finds what the engine finds by the patterns of ours', () => {
    const texts = fc.sample(
      fc.string({ unit: fc.constantFrom(...' \t\n/\\.:#?@"\'`([{<*-_aAfF019eE$+%&=;,'), maxLength: 40 }),
      { seed: 7, numRuns: doseOf('textsOfPattern') },
    )
    for (const { source, flags: given } of ['server', 'telemetry', 'renderer', 'pages'].flatMap(
      literalPatternsIn,
    )) {
      const once = given.replace(/[dgy]/g, '')
      const { find } = createCounter(compilePattern(parsePattern(source, once)))
      for (const subject of texts) {
        const { index } = new RegExp(source, once).exec(subject) ?? {}
        expect(find(subject, 0, false)?.registers[0], `/${source}/ in ${JSON.stringify(subject)}`).toBe(index)
      }
    }
  })

  it('counts linear, quadratic and exponential work', () => {
    const countOf = (source: string, characters: number) =>
      createCounter(compilePattern(parsePattern(source, ''))).count(
        `${'a'.repeat(characters)}!`,
        'global',
        1e7,
      )
    expect(countOf('^a*$', 800) / countOf('^a*$', 400)).toBeCloseTo(2, 0)
    expect(countOf('a*$', 800) / countOf('a*$', 400)).toBeCloseTo(4, 0)
    expect(countOf('^(?:a|a)*$', 40)).toBeGreaterThan(1e7)
  })
})

describe('findGrowth()', () => {
  it('says nothing against patterns that are linear, bounded repetitions among them', () => {
    for (const source of ['^a*$', '(?<!a)a+$', 'a{1,100}b', '"(?:[^"\\\\]|\\\\.)*"?', '^\\s*x', '(?:a|b)*c?'])
      expect(findGrowth(source, ''), source).toBeUndefined()
  })

  it('gives the text that shows it', () => {
    expect(findGrowth('^x(?:a|\\w)*$', '')?.text).toContain('"xa" many times')
    expect(findGrowth('^\\s*at', 'gm')?.text).toContain('"\\n" many times')
  })
})

/** Of those that are made by chance some are exponential. */
function isQuick(source: string, given: string, subject: string): boolean {
  const { count } = createCounter(compilePattern(parsePattern(source, given)))
  return count(subject, 'global', 20_000) <= 20_000
}

function isValid(source: string, given: string): boolean {
  try {
    new RegExp(source, given)
    return true
  } catch {
    return false
  }
}
