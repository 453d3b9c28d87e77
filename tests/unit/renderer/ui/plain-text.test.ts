import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from '#renderer/views/log/plain-text.ts'
import { anyText } from '#tests/support/fuzz/any-text.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

it.each([
  ['\u001b[33mwarn\u001b[39m stock is low', 'warn stock is low'],
  ['\u001b]0;a title\u0007done', 'done'],
  ['\u001b]8;;https://shop.example\u001b\\a link\u001b]8;;\u001b\\', 'a link'],
  ['bell\u0007 and null\u0000', 'bell␇ and null␀'],
  ['a lone \u001b stays visible', 'a lone ␛ stays visible'],
  ['user\u202egpj.exe', 'user·gpj.exe'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['👩‍👩‍👧 <b>{{7*7}}', '👩‍👩‍👧 <b>{{7*7}}'],
])('%j becomes %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

it('leaves no control character, and takes nothing from a text without', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be left
      expect(plainText(text)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e]/)
    }),
  )
  fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => plainText(text) === text))
})

it('is done with a megabyte that never ends its sequence', () => {
  const before = cpuMs()
  plainText('\u001b]'.repeat(500_000))
  plainText(`\u001b[${'0;'.repeat(500_000)}`)
  expect(cpuMs() - before).toBeLessThan(3_000)
})
