import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestOfPath, parseDigest, parseEventId } from '#renderer/format/digest-text.ts'
import { digestPath } from '#renderer/paths.ts'

describe('readDigest()', () => {
  it.each([
    ['K7Q2MX-4T9ZPA', 'K7Q2MX-4T9ZPA'],
    ['  K7Q2MX – 4T9ZPA \n', 'K7Q2MX-4T9ZPA'],
    ['K7Q2MX - 4T9ZPA', 'K7Q2MX-4T9ZPA'],
    ['“K7Q2MX”', 'K7Q2MX'],
    ['Application error: a server-side exception has occurred Digest: 329735291', '329735291'],
    ['digest K7Q2MX-4T9ZPA.', 'K7Q2MX-4T9ZPA'],
    ['NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_HTTP_ERROR_FALLBACK;404'],
    ['0af76519-16cd-43dd-8448-eb211c80319c', '0af76519-16cd-43dd-8448-eb211c80319c'],
  ])('finds in %j %s', (text, digest) => expect(parseDigest(text)).toBe(digest))

  it.each(['', ' ', '..', '-', '"', 'Digest:', 'x'.repeat(201)])('finds none in %j', (text) => {
    expect(parseDigest(text)).toBeUndefined()
  })

  it('finds what needs no second reading, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const digest = parseDigest(text)
        if (digest === undefined) return
        expect(digest.length).toBeLessThanOrEqual(200)
        // what it leads to is the digest's own page: the form is never asked again
        expect(digestPath(digest)).toMatch(/^\/digests\/[^/?]+$/)
      }),
    )
  })
})

describe('readEventId()', () => {
  const eventId = '0af7651916cd43dd8448eb211c80319c'

  it.each([eventId, eventId.toUpperCase(), '0af76519-16cd-43dd-8448-eb211c80319c'])('takes %s', (text) => {
    expect(parseEventId(text)).toBe(eventId)
  })

  it.each(['', 'K7Q2MX-4T9ZPA', eventId.slice(1), `${eventId}0`, 'g'.repeat(32)])('refuses %j', (text) => {
    expect(parseEventId(text)).toBeUndefined()
  })
})

describe('digestOfPath()', () => {
  it.each([
    ['/digests/ABC', 'ABC'],
    ['/digests/a%20b/', 'a b'],
    ['/digests/100%', '100%'],
    ['/digests', undefined],
    ['/digests/', undefined],
    ['/digests/a/b', undefined],
    ['/issues/7', undefined],
  ])('of %s is %s', (path, digest) => expect(digestOfPath(path)).toBe(digest))
})
