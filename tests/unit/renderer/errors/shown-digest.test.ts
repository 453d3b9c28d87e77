import { describe, expect, it } from 'vitest'
import { digestOf } from '#renderer/errors/shown-digest.ts'

const carrying = (digest: unknown) => Object.assign(new Error('no price'), { digest })

describe('the digest that something thrown carries', () => {
  it.each(['2635904638', '2635904638@E394', 'K7Q2MX-4T9ZPA', 'NEXT_NOT_FOUND', 'x'.repeat(64)])(
    'is %s',
    (digest) => expect(digestOf(carrying(digest))).toBe(digest),
  )

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['an object', { toString: (): string => '2635904638' }],
    ['an array', ['2635904638']],
    ['markup', '<img src=x>'],
    ['a sentence', 'call 555 now'],
    ['several lines', '2635904638\n'],
    ['a redirect', 'NEXT_REDIRECT;push;/a;307;'],
    ['65 characters', 'x'.repeat(65)],
    ['a mark alone', '-'],
    ['what turns the reading order', '\u202e2635904638'],
  ])('is none where it is %s', (_what, digest) => expect(digestOf(carrying(digest))).toBeUndefined())

  it('is none of what cannot be read', () => {
    const hostile = Object.defineProperty({}, 'digest', {
      get() {
        throw new Error('no')
      },
    })
    for (const thrown of [hostile, null, undefined, 'text', 7]) expect(digestOf(thrown)).toBeUndefined()
  })
})
