import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPlainLine, toPlainText } from '../../../../server/export/plain-text.ts'

describe('toPlainText()', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007', 'link'],
    ['pasted\u001b[201~rm -rf /', 'pastedrm -rf /'],
    ['a\u0000b\u0008c\u009bd', 'abcd'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['user\u202etxt.exe', 'user<U+202E>txt.exe'],
    ['\ud800', '\ufffd'],
    ['tab\tand 👩‍👩‍👧‍👦', 'tab\tand 👩‍👩‍👧‍👦'],
  ])('makes %j %j', (text, plain) => {
    expect(toPlainText(text)).toBe(plain)
  })

  it('leaves no code that acts on what shows it, and is final', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const plain = toPlainText(text)
        expect(plain).not.toMatch(/(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
        expect(toPlainText(plain)).toBe(plain)
      }),
    )
  })

  it('takes time in proportion to what it is given', () => {
    const started = performance.now()
    for (const part of ['\u001b]', '\u001b[', '\u001b[0;', '\u001b']) toPlainText(part.repeat(300_000))
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})

it('toPlainLine() is one clipped line', () => {
  expect(toPlainLine(' a\n\n b ', 50)).toBe('a b')
  expect(toPlainLine('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(10)}…`)
})
