import { describe, expect, it } from 'vitest'
import { etagOf, matchesEtag } from '#server/hosting/policy/etag.ts'

describe('etagOf', () => {
  it('is a quoted tag, the same for the same text and another for another', () => {
    expect(etagOf('a')).toMatch(/^"[\w-]+"$/)
    expect(etagOf('a')).toBe(etagOf('a'))
    expect(etagOf('a')).not.toBe(etagOf('b'))
    expect(etagOf('é')).not.toBe(etagOf('e'))
  })
})

describe('matchesEtag', () => {
  const etag = '"abc"'

  it.each([etag, 'W/"abc"', '"x", "abc"', ' "x" ,W/"abc"', '*', ' * '])('takes %s', (header) => {
    expect(matchesEtag(header, etag)).toBe(true)
  })

  it.each([undefined, '', '"x"', 'abc', '"abc', 'W/"x", "y"'])('refuses %s', (header) => {
    expect(matchesEtag(header, etag)).toBe(false)
  })
})
