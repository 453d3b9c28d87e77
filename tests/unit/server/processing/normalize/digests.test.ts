import { describe, expect, it } from 'vitest'
import { normalize } from '#server/processing/normalize/normalize.ts'

const digestsOf = (event: Record<string, unknown>) =>
  normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_790_000_000_000 }).digests

const anError = (value: string) => ({ exception: { values: [{ type: 'Error', value }] } })

/** As it stands in what the frameworks and their SDKs send. */
const PLACES: [place: string, event: Record<string, unknown>, digests: string[]][] = [
  ['Next.js, in extra', { extra: { digest: '329735291' } }, ['329735291']],
  ['Next.js, by ExtraErrorData', { contexts: { Error: { digest: '329735291' } } }, ['329735291']],
  [
    'Next.js 15 with a code of its own',
    { extra: { error: { digest: '329735291@E394' } } },
    ['329735291@E394', '329735291'],
  ],
  ['Next.js, on its error screen', anError('Digest: 329735291'), ['329735291']],
  [
    'Next.js, in the console of the server',
    { breadcrumbs: [{ category: 'console', message: "Error: no price { digest: '329735291' }" }] },
    ['329735291'],
  ],
  [
    'arguments of the console',
    { breadcrumbs: [{ category: 'console', data: { arguments: ['x', { digest: '329735291' }] } }] },
    ['329735291'],
  ],
  ['a breadcrumb', { breadcrumbs: [{ data: { digest: '329735291' } }] }, ['329735291']],
  ['React, errorInfo', { contexts: { react: { errorInfo: { digest: '1234567' } } } }, ['1234567']],
  ['React Router, a tag', { tags: { error_digest: 'rr-81f0' } }, ['rr-81f0']],
  [
    'SvelteKit, the id of its handleError hook',
    { tags: { errorId: '0b9cbc53-9f5c-4a3c-9b7c-3f1f4f1f2a10' } },
    ['0b9cbc53-9f5c-4a3c-9b7c-3f1f4f1f2a10'],
  ],
  ['Nuxt, extra', { extra: { error_id: 'V1StGXR8_Z5jdHi6B-myT' } }, ['V1StGXR8_Z5jdHi6B-myT']],
  [
    'an error’s own properties',
    { exception: [{ type: 'E', mechanism: { type: 'x', data: { digest: 'd4' } } }] },
    ['d4'],
  ],
  ['ours, in a message', { message: 'Digest: k7q2mx-4t9zpa' }, ['K7Q2MX-4T9ZPA']],
]

const NONE: [what: string, event: Record<string, unknown>][] = [
  ['the number of a row', { tags: { error_id: '4711' }, extra: { errorId: 329735291 } }],
  ['the name of a kind of error', { tags: { errorId: 'E_TIMEOUT' }, extra: { error_id: 'ORA-00942' } }],
  ['other numbers', { extra: { id: '329735291', order: { id: 329735291 } }, user: { id: '329735291' } }],
  ['a number in a sentence', anError('order 329735291 of digest authentication failed')],
  ['what is longer than a code', anError('Digest: 12345678901234')],
  [
    'a hash of a file',
    { message: 'digest: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  ],
  ['a day', { message: 'digest: 20261-11' }],
]

describe('findDigests()', () => {
  it.each(PLACES)('finds it in %s', (_place, event, digests) => {
    expect(digestsOf(event)).toEqual(digests)
  })

  it.each(NONE)('takes %s for none', (_what, event) => {
    expect(digestsOf(event)).toEqual([])
  })

  it('takes no more than ten', () => {
    const contexts = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`c${index}`, { digest: `d${index}` }]),
    )
    expect(digestsOf({ contexts })).toHaveLength(10)
  })
})
