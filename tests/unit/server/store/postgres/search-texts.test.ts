import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatSearch, formatVector } from '#server/store/postgres/search-texts.ts'
import { runs } from '#tests/support/run/doses.ts'

/** Words as SQLite's index has them, in the order of the text. */
function openFts() {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec(`create virtual table text using fts5 (body, tokenize = 'unicode61 remove_diacritics 2');
    create virtual table word using fts5vocab (text, 'instance')`)
  const insert = db.prepare('insert into text (rowid, body) values (1, ?)')
  const list = db.prepare('select term from word order by offset')
  return (body: string) => {
    insert.run(body)
    const words = list.all().map(({ term }) => String(term))
    db.exec('delete from text')
    return words
  }
}

/** The words of an index in the order of their text. */
function splitWords(text: string): string[] {
  const words: string[] = []
  for (const [, word = '', places = ''] of formatVector(text).matchAll(/'([^']*)':([\d,]+)/g)) {
    for (const place of places.split(',')) words[Number(place) - 1] = word
  }
  return words
}

describe('the words of formatVector()', () => {
  it.each([
    ['Cannot read "price"', ['cannot', 'read', 'price']],
    ['src/cart/CartPage.tsx:41', ['src', 'cart', 'cartpage', 'tsx', '41']],
    ['É Ångström naïve', ['e', 'angstrom', 'naive']],
    ['Ёлка ΣΊΣΥΦΟΣ', ['ёлка', 'σίσυφοσ']],
    ['cafe\u0301s', ['cafes']],
    ['支払い 結果', ['支払い', '結果']],
    ['?! …', []],
  ])('of %j are %j', (text, words) => {
    expect(splitWords(text)).toEqual(words)
  })

  it('are those of SQLite’s index, in texts of many scripts', () => {
    const wordsOf = openFts()
    const letters = [...'aZ09_-./é ÅßñЖёΣςµſϐıİẞ日本語한 \u0301\u0345½²ǅⅧ', '😀', '\n', '"', "'"]
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters), maxLength: 30 }), (text) => {
        expect(splitWords(text)).toEqual(wordsOf(text))
      }),
      { numRuns: runs(1_000) },
    )
  })
})

describe('formatVector()', () => {
  it('gives each word with its places', () => {
    expect(formatVector('price of a price')).toBe("'price':1,4 'of':2 'a':3 ")
  })

  it('stays below what the server takes', () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `word${index}`)
    expect(formatVector(words.join(' ')).length).toBeLessThan(900_000)
    const places = formatVector('price '.repeat(20_000)).split(',')
    expect(places).toHaveLength(255)
    expect(formatVector(`${'a '.repeat(17_000)}end`)).toContain("'end':16383")
    expect(formatVector('x'.repeat(3_000))).toBe(`'${'x'.repeat(500)}':1 `)
  })
})

describe('formatSearch()', () => {
  it.each([
    [[{ text: 'check', isPhrase: false }], "('check':*)"],
    [[{ text: 'price.missing', isPhrase: false }], "('price' <-> 'missing':*)"],
    [[{ text: 'cannot read', isPhrase: true }], "('cannot' <-> 'read')"],
    [
      [
        { text: "a' & !b", isPhrase: false },
        { text: 'c', isPhrase: true },
      ],
      "('a' <-> 'b':*) & ('c')",
    ],
    [[{ text: '?!', isPhrase: false }], undefined],
  ])('of %j is %j', (words, search) => {
    expect(formatSearch(words)).toBe(search)
  })
})
