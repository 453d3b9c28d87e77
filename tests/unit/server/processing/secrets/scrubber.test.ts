import { describe, expect, it } from 'vitest'
import { scrubberFor } from '#server/processing/secrets/scrubber.ts'

const { object } = scrubberFor()

describe('object()', () => {
  it('gives back what holds no secret, as it is, whole or in part', () => {
    const clean = { a: 1, list: ['x', { b: null }], pair: ['Accept', '*/*'] }
    expect(object(clean)).toBe(clean)
    const mixed = { before: clean, token: 'S3CRET', after: [clean] }
    const scrubbed = object(mixed)
    expect(scrubbed).toEqual({ before: clean, token: '[Filtered]', after: [clean] })
    expect(scrubbed.before).toBe(clean)
    expect(scrubbed.after).toBe(mixed.after)
    expect(mixed.token).toBe('S3CRET') // what was given is as it was
  })

  it('keeps the order of names, whichever of them is secret', () => {
    for (const secret of ['first', 'second', 'last']) {
      const given = { first: 'a', second: 'b', last: 'c', [secret]: { password: 'S3CRET' } }
      expect(Object.keys(object(given))).toEqual(['first', 'second', 'last'])
    }
  })

  it('scrubs names that hold a secret, and leaves `__proto__` out', () => {
    const given = JSON.parse('{"a":1,"__proto__":{"b":2},"password=S3CRET":3,"c":4}')
    const scrubbed = object(given)
    expect(Object.keys(scrubbed)).toEqual(['a', 'password=[Filtered]', 'c'])
    expect(Object.getPrototypeOf(scrubbed)).toBe(Object.prototype)
  })

  it.each([
    [
      { name: 'Cookie', value: 'S3CRET' },
      { name: 'Cookie', value: '[Filtered]' },
    ],
    [
      { key: 'token', value: 'S3CRET' },
      { key: 'token', value: '[Filtered]' },
    ],
    [{ list: [['Cookie', 'S3CRET']] }, { list: [['Cookie', '[Filtered]']] }],
    [{ list: [['Cookie', true]] }, { list: [['Cookie', true]] }],
  ])('reads %j as a name with its value', (given, expected) => {
    expect(object(given)).toEqual(expected)
  })
})
