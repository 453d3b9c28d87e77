import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedWord } from '#renderer/enhance/complete/typed-word.ts'
import { writeValue } from '#renderer/format/write-value.ts'
import { parseSearch } from '#server/search/parse-search.ts'

/** The word at the bar. */
const at = (text: string) => typedWord(text.replace('|', ''), text.indexOf('|'))

describe('typedWord()', () => {
  it.each([
    ['|', { kind: 'key', from: 0, to: 0, typed: '' }],
    ['re|', { kind: 'key', from: 0, to: 2, typed: 're' }],
    ['is:open re|', { kind: 'key', from: 8, to: 10, typed: 're' }],
    ['is:open |!re', { kind: 'key', from: 8, to: 8, typed: '' }],
    ['level:|[error]', { kind: 'value', from: 6, to: 13, typed: '', isListed: false }],
    ['is:open !re|', { kind: 'key', from: 9, to: 11, typed: 're' }],
    ['(re|', { kind: 'key', from: 1, to: 3, typed: 're' }],
    ['bro|wser:Firefox', { kind: 'key', from: 0, to: 8, typed: 'bro' }],
    ['"price is" re|', { kind: 'key', from: 11, to: 13, typed: 're' }],
    ['browser:|', { kind: 'value', key: 'browser', typed: '', from: 8, to: 8, rest: '' }],
    [
      'is:open browser:Fi|',
      { kind: 'value', key: 'browser', typed: 'Fi', from: 16, to: 18, rest: 'is:open' },
    ],
    [
      '!browser:Fi| is:open',
      { kind: 'value', key: 'browser', typed: 'Fi', from: 9, to: 11, rest: 'is:open' },
    ],
    ['browser:Fi|refox is:open', { kind: 'value', typed: 'Fi', from: 8, to: 15, rest: 'is:open' }],
    ['browser:"Mobile S| x', { kind: 'value', typed: 'Mobile S', from: 8, to: 19, rest: '' }],
    ['browser:"Mobile S|afari" x', { kind: 'value', typed: 'Mobile S', from: 8, to: 23, rest: 'x' }],
    ['tags[level]:e|', { kind: 'value', key: 'tags[level]', typed: 'e', from: 12, to: 13 }],
    ['level:[error, fa|]', { kind: 'value', key: 'level', typed: 'fa', from: 14, to: 16, isListed: true }],
    ['level:[fa|', { kind: 'value', key: 'level', typed: 'fa', from: 7, to: 9, isListed: true }],
    ['timesSeen:>1|', { kind: 'value', key: 'timesSeen', typed: '>1', from: 10, to: 12 }],
  ])('of %s', (text, word) => {
    expect(at(text)).toMatchObject(word)
  })

  it.each(['"price is|', 'price/|', 'browser.name=Fire|'])('is none in %s', (text) => {
    expect(at(text)).toBeUndefined()
  })

  it('lies in the text, wherever the caret is', () => {
    const text = fc.array(fc.constantFrom('a', ':', '"', '[', ']', ',', ' ', '!', '(', ')', '\\', 'é'))
    fc.assert(
      fc.property(text, fc.nat(12), (letters, place) => {
        const typed = letters.join('')
        const caret = Math.min(place, typed.length)
        const word = typedWord(typed, caret)
        if (word === undefined) return
        expect(word.from).toBeLessThanOrEqual(caret)
        expect(word.to).toBeGreaterThanOrEqual(caret)
        expect(word.to).toBeLessThanOrEqual(typed.length)
      }),
    )
  })
})

it('writes any value so that a search reads it', () => {
  const value = fc.string({ minLength: 1, unit: fc.constantFrom(...'aB1 .:/"\\*[](),<>=!é') })
  fc.assert(
    fc.property(value, (written) => {
      const parsed = parseSearch(`key:${writeValue(written)}`)
      expect(parsed).toMatchObject({ expression: { kind: 'filter', operator: '', values: [[written]] } })
    }),
  )
})

it('leaves plain values as they are', () => {
  for (const plain of ['Firefox', 'shop@2.5.0', 'src/cart/total.ts', '-24h', '+7d', 'id:7'])
    expect(writeValue(plain)).toBe(plain)
})
