import { describe, expect, it } from 'vitest'
import { offerKeys, offerValues } from '#renderer/enhance/complete/offers.ts'
import { parseKeys, parseValues } from '#renderer/enhance/complete/parse-offers.ts'
import { typedWord } from '#renderer/enhance/complete/typed-word.ts'
import { meaningOf } from '#renderer/texts/search/completion.ts'
import { ISSUE_KEY_NAMES } from '#server/search/dialects/known-keys.ts'

const keys = [
  { key: 'is', isTag: false, valueCount: null },
  { key: 'firstRelease', isTag: false, valueCount: 3 },
  { key: 'release', isTag: false, valueCount: 5 },
  { key: 'region', isTag: true, valueCount: 1 },
  { key: 'payment.result', isTag: true, valueCount: 4 },
]

function keysAt(text: string, isPart = false) {
  const word = typedWord(text, text.length)
  return word?.kind === 'key' ? offerKeys({ keys, isPart }, word) : []
}

function valuesAt(text: string, values: [value: string, count: number][], isPart = false) {
  const word = typedWord(text, text.length)
  if (word?.kind !== 'value') return []
  const found = values.map(([value, count]) => ({ value, count }))
  return offerValues({ values: found, total: 9, isPart }, word)
}

describe('keys', () => {
  it('have the letters at their beginning, or at that of a part, with their meaning and values', () => {
    expect(keysAt('is:open re')).toMatchObject([
      {
        name: 'Keys',
        offers: [
          { insert: 'release:', match: 're', meaning: 'release of any event', count: '5 values' },
          { insert: 'firstRelease:', count: '3 values' },
        ],
      },
      {
        name: 'Tags',
        offers: [
          { insert: 'region:', meaning: 'tag', count: '1 value' },
          { insert: 'payment.result:', count: '4 values' },
        ],
      },
    ])
  })

  it('say when there may be more values than were counted', () => {
    expect(keysAt('rel', true)[0]?.offers[0]?.count).toBe('5+ values')
  })

  it('are all offered before the first letter, and none for other letters', () => {
    expect(keysAt('').flatMap(({ offers }) => offers)).toHaveLength(5)
    expect(keysAt('zz')).toEqual([])
  })

  it('of ours all have a meaning', () => {
    expect(ISSUE_KEY_NAMES.filter((key) => meaningOf(key) === 'tag')).toEqual([])
  })
})

describe('values', () => {
  const browsers: [string, number][] = [
    ['Mobile Safari', 7],
    ['Firefox Mobile', 4],
    ['Firefox', 2],
  ]

  it('are offered with their issues, those that begin with the letters first', () => {
    expect(valuesAt('browser:f', browsers)).toMatchObject([
      {
        name: 'Values of browser in 9 issues',
        unit: 'issues',
        offers: [
          { insert: '"Firefox Mobile"', name: 'Firefox Mobile', count: '4', share: 4 / 7 },
          { insert: 'Firefox', count: '2' },
          { insert: '"Mobile Safari"', count: '7', share: 1 },
        ],
      },
    ])
  })

  it('that begin alike can be asked for at once', () => {
    const [, or] = valuesAt('browser:Fire', browsers)
    expect(or).toMatchObject({ name: 'Or', offers: [{ insert: 'Fire*', meaning: 'begins with Fire' }] })
    expect(valuesAt('browser:[Fire', browsers)).toHaveLength(1)
  })

  it('say of which issues they are counted', () => {
    expect(valuesAt('browser:', browsers, true)[0]?.name).toBe('Values of browser in the latest 9 issues')
  })

  it('with a sign stay as they are', () => {
    expect(valuesAt('timesSeen:', [['>100', 3]])[0]?.offers[0]?.insert).toBe('>100')
  })

  it('that no issue has are not offered', () => {
    expect(valuesAt('browser:xyz', browsers)).toEqual([])
  })
})

describe('other lists', () => {
  it('name what they count, and what their keys mean', () => {
    const word = typedWord('browser:', 8)
    const values = [
      { value: 'Firefox 145', count: 3 },
      { value: 'Chrome 142', count: null },
    ]
    expect(
      word?.kind === 'value' && offerValues({ values, total: 100, isPart: true }, word, 'traces'),
    ).toMatchObject([
      {
        name: 'Values of browser in the latest 100 traces',
        unit: 'traces',
        offers: [{ count: '3', share: 1 }, { count: '' }],
      },
    ])
    const groups = offerKeys({ keys, isPart: false }, { kind: 'key', from: 0, to: 0, typed: 're' }, 'logs')
    expect(groups).toMatchObject([
      { offers: [{ insert: 'release:', meaning: 'release that wrote it' }, {}] },
      { name: 'Attributes', offers: [{ insert: 'region:', meaning: 'attribute' }, {}] },
    ])
  })
})

describe('an answer', () => {
  it('is read, and one of another version is not', () => {
    expect(parseKeys({ keys: [{ key: 'is' }, 7], isPart: true })).toEqual({
      keys: [{ key: 'is', isTag: false, valueCount: null }],
      isPart: true,
    })
    expect(parseValues({ values: [{ value: 'a', count: 1 }, { value: 'b' }, {}], total: 2 })).toEqual({
      values: [
        { value: 'a', count: 1 },
        { value: 'b', count: null },
      ],
      total: 2,
      isPart: false,
    })
    for (const other of [null, 7, [], {}, { keys: 1 }, { values: [] }]) {
      expect([parseKeys(other), parseValues(other)]).toEqual([undefined, undefined])
    }
  })
})
