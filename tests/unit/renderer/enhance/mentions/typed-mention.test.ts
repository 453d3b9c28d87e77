import { describe, expect, it } from 'vitest'
import { offerMentions, parseMentionable, typedMention } from '#renderer/enhance/mentions/typed-mention.ts'

const ALL = parseMentionable(
  '#billing\tBilling\n#web\tWeb shop\n@ada@example.com\tAda Lovelace\n@grace@example.com\t',
)

describe('a mention that is typed', () => {
  it.each([
    ['@a', '@a'],
    ['see @ada', '@ada'],
    ['(#bil', '#bil'],
    ['see @ada@exa', '@ada@exa'],
    ['mail ada@exa', undefined],
    ['@ada ', undefined],
    ['', undefined],
    [`@${'a'.repeat(200)}`, undefined],
  ])('in %j is %s', (text, typed) => {
    expect(typedMention(text, text.length)?.typed).toBe(typed)
  })

  it.each([
    ['@', ['@ada@example.com', '@grace@example.com']],
    ['@love', ['@ada@example.com']],
    ['@example', ['@ada@example.com', '@grace@example.com']],
    ['#', ['#billing', '#web']],
    ['#SHOP', ['#web']],
    ['@zed', []],
  ])('%s is completed', (typed, texts) => {
    expect(offerMentions(ALL, typed).map(({ text }) => text)).toEqual(texts)
  })
})
