import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenced, inlineCode } from '#server/export/fence.ts'
import { runs } from '#tests/support/run/doses.ts'

/** Texts that try to end what they stand in. */
const hostile = fc
  .array(
    fc.oneof(fc.constantFrom('`', '``', '```', '````', '~~~', '\n', ' ', '\t', '>', 'text'), fc.string()),
  )
  .map((parts) => parts.join(''))

describe('fenced()', () => {
  it('can be ended by nothing inside', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = fenced(text).split('\n')
        const fence = /^`+/.exec(lines[0] ?? '')?.[0] ?? ''
        const ends = lines.slice(1).filter((line) => new RegExp(`^\\s*\`{${fence.length},}\\s*$`).test(line))
        expect(ends).toEqual([fence])
        expect(lines.at(-1)).toBe(fence)
      }),
      { numRuns: runs(2_000) },
    )
  })

  it('holds a megabyte of backticks', () => {
    const block = fenced('`'.repeat(1_000_000))
    expect(block.startsWith('`'.repeat(1_000_001))).toBe(true)
  })
})

describe('inlineCode()', () => {
  it('is one line that nothing inside ends', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const code = inlineCode(text)
        const ticks = /^`+/.exec(code)?.[0] ?? ''
        expect(code).not.toContain('\n')
        const inside = code.slice(ticks.length, -ticks.length)
        expect([...inside.matchAll(/`+/g)].map(([run]) => run.length)).not.toContain(ticks.length)
        expect(inside.startsWith('`') || inside.endsWith('`')).toBe(false)
      }),
      { numRuns: runs(2_000) },
    )
  })
})
