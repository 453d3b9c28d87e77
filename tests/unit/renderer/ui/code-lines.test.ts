import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeLines } from '#renderer/views/event/stack/code-lines.ts'
import { type CodeToken, tokenize } from '#renderer/views/event/stack/tokenize.ts'
import type { NormalizedFrame } from '#server/processing/event.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'

const textOf = (tokens: CodeToken[]) => tokens.map((token) => token.text).join('')
const faultOf = (tokens: CodeToken[]) => tokens.find((token) => token.isError)?.text
const kindsOf = (line: string) =>
  tokenize(line).flatMap(({ kind, text }) => (kind === 'plain' ? [] : [`${kind} ${text}`]))

describe('tokenize()', () => {
  it.each([
    ['return sum + 1', ['keyword return', 'number 1']],
    ["const a = 'it\\'s' // why", ['keyword const', "string 'it\\'s'", 'comment // why']],
    ['x = "a" # why', ['string "a"', 'comment # why']],
    ['this.#name', ['keyword this']],
    ['/* one */ two /* three', ['comment /* one */', 'comment /* three']],
    ['`a b`', ['string `a b`']],
    ["it's open", []],
    ['0x1f + 1_000n', ['number 0x1f', 'number 1_000n']],
    ['returned', []],
  ])('sees in %s %j', (line, kinds) => expect(kindsOf(line)).toEqual(kinds))

  it('marks the token at the column', () => {
    expect(faultOf(tokenize('a.price * b', 4))).toBe('price')
    expect(faultOf(tokenize('a.price * b', 7))).toBeUndefined()
    expect(faultOf(tokenize('a', 99))).toBeUndefined()
  })

  it('keeps every character', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), fc.nat(300), (line, column) => {
        expect(textOf(tokenize(line, column))).toBe(line)
      }),
    )
  })
})

describe('codeLines()', () => {
  const frame: NormalizedFrame = {
    in_app: true,
    lineno: 41,
    colno: 13,
    pre_context: ['    const item = get()', ''],
    context_line: '    return item.price',
    post_context: ['      .times(2)'],
  }

  it('numbers the lines and takes off the indentation that they share', () => {
    const lines = codeLines(frame)
    expect(lines.map(({ number, tokens }) => `${number} ${textOf(tokens)}`)).toEqual([
      '39 const item = get()',
      '40 ',
      '41 return item.price',
      '42   .times(2)',
    ])
    expect(lines.map(({ isFailing }) => isFailing)).toEqual([false, false, true, false])
    expect(faultOf(lines[2]?.tokens ?? [])).toBe('item')
  })

  it('shows what stands around the column of a minified line', () => {
    const line = `${'a'.repeat(5000)};fail();${'b'.repeat(5000)}`
    const [{ tokens } = { tokens: [] }] = codeLines({
      in_app: true,
      lineno: 1,
      colno: 5002,
      context_line: line,
    })
    expect(textOf(tokens)).toMatch(/^… a+;fail\(\);b+ …$/)
    expect(textOf(tokens).length).toBeLessThan(250)
    expect(faultOf(tokens)).toBe('fail')
  })

  it('does without numbers and columns', () => {
    const lines = codeLines({ in_app: true, context_line: 'x', pre_context: ['y'] })
    expect(lines.map(({ number }) => number)).toEqual([undefined, undefined])
    expect(codeLines({ in_app: true, lineno: 3 })).toEqual([])
  })

  it('takes any frame', () => {
    const text = anyText({ maxLength: 600 })
    fc.assert(
      fc.property(
        text,
        fc.array(text),
        fc.array(text),
        fc.integer(),
        fc.integer(),
        (code, before, after, lineno, colno) => {
          const lines = codeLines({
            in_app: true,
            context_line: code,
            pre_context: before,
            post_context: after,
            lineno,
            colno,
          })
          expect(lines).toHaveLength(before.length + 1 + after.length)
        },
      ),
    )
  })
})
