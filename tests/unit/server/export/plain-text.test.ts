import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPlainLine, toPlainText } from '#server/export/plain-text.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

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

  it.each([
    ['tags', 'fix\u{e0001}\u{e0049}\u{e0067}\u{e007f} it', 'fix it'],
    ['zero-width characters', 'a\u200bb\u200cc\u200dd\u2060e\u2061f\u2064g\ufeffh', 'abcdefgh'],
    ['selectors of variants', 'a\ufe0f\ufe01\u{e0100}\u{e01ef}b\ufe0e', 'ab'],
    ['hyphens, separators and fillers', 'a\u00ad\u034f\u115f\u180e\u180b\u3164\uffa0b', 'ab'],
    ['annotations', 'a\ufff9b\ufffac\ufffbd', 'abcd'],
    ['a joiner with an emoji on one side', '👩\u200d x \u200d👧', '👩 x 👧'],
    ['bits written in joiners', '👩\u200d\u200c\u200d👧', '👩👧'],
    ['a flag made of tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}', '\u{1f3f4}'],
  ])('drops %s, which nobody sees', (_name, text, plain) => {
    expect(toPlainText(text)).toBe(plain)
  })

  it.each([
    ['a family', '👩\u200d👩\u200d👧'],
    ['a skin and a heart', '👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष श्\u200cव'],
  ])('keeps what joins: %s', (_name, text) => {
    expect(toPlainText(text)).toBe(text)
  })

  it('leaves no code that acts on what shows it, and is final', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (text) => {
        const plain = toPlainText(text)
        expect(plain).not.toMatch(/(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u)
        expect(plain).not.toMatch(/(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/u)
        expect(toPlainText(plain)).toBe(plain)
      }),
    )
  })

  it('takes time in proportion to what it is given', () => {
    const started = cpuMs()
    for (const part of ['\u001b]', '\u001b[', '\u001b[0;', '\u001b', '👩\u200d', '\u200d', '\u{e0041}'])
      toPlainText(part.repeat(300_000))
    expect(cpuMs() - started).toBeLessThan(3_000)
  })
})

it('toPlainLine() is one clipped line', () => {
  expect(toPlainLine(' a\n\n b ', 50)).toBe('a b')
  expect(toPlainLine('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(10)}…`)
})
