import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DigestOptions, mintDigest, parseDigest } from '#telemetry/errors/digest.ts'
import { createNodeFrames } from '#telemetry/node/frames.ts'
import { cryptoRandom } from '#telemetry/random.ts'

const zeros = (byteCount: number) => new Uint8Array(byteCount)
const faultOf = (thrown: unknown, options?: DigestOptions) => mintDigest(thrown, zeros, options).slice(0, 6)

function anError(message: string, ...frames: string[]): Error {
  const error = new Error(message)
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

describe('mintDigest()', () => {
  it('has twelve of Crockford’s characters in two halves, for anything that is thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(mintDigest(thrown, cryptoRandom)).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}-[0-9A-HJKMNP-TV-Z]{6}$/)
      }),
    )
  })

  it('keeps its first half from release to release: people have it written down', () => {
    expect(faultOf(anError('no price', 'priceOf (/srv/shop/cart.ts:10:5)'))).toBe('HBPG8X')
  })

  it('takes the second half from the random bytes', () => {
    const bytes = (...values: number[]) => mintDigest('x', () => new Uint8Array(values)).slice(7)
    expect(bytes(0, 0, 0, 0)).toBe('000000')
    expect(bytes(255, 255, 255, 255)).toBe('ZZZZZZ')
    expect(bytes(8, 0, 0, 0)).toBe('100000')
    const many = new Set(Array.from({ length: 1000 }, () => mintDigest('x', cryptoRandom)))
    expect(many.size).toBeGreaterThan(990)
  })

  it('spreads faults over all of the first half', () => {
    const faults = new Set(
      Array.from({ length: 5000 }, (_, index) => faultOf(anError(`fault ${letters(index)}`))),
    )
    expect(faults.size).toBeGreaterThan(4995)
    for (let position = 0; position < 6; position++) {
      expect(new Set([...faults].map((fault) => fault[position])).size).toBe(32)
    }
  })
})

describe('the fault is the same', () => {
  const fault = faultOf(
    anError('no price', 'priceOf (/srv/shop/cart.ts:10:5)', 'load (/srv/shop/load.ts:3:7)'),
  )

  it.each([
    ['at another line', ['priceOf (/srv/shop/cart.ts:99:1)', 'load (/srv/shop/load.ts:1:1)']],
    ['in another directory', ['priceOf (file:///home/app/cart.ts:10:5)', 'load (C:\\app\\load.ts:3:7)']],
    ['from a bundle', ['priceOf (/srv/dist/cart-BX12abcd.js:1:5)', 'load (/srv/dist/load.a1b2c3d4.mjs:1:7)']],
    ['with renamed duplicates', ['Module.priceOf$1 (/srv/cart.ts:1:5)', 'async load (/srv/load.ts:1:7)']],
    [
      'called by other packages',
      [
        'priceOf (/a/cart.ts:1:5)',
        'f (/a/node_modules/b.js:1:1)',
        'load (/a/load.ts:1:7)',
        'run (node:fs:1:1)',
      ],
    ],
    [
      'with recursion',
      ['priceOf (/a/cart.ts:1:5)', 'load (/a/load.ts:1:7)', 'load (/a/load.ts:2:7)', 'load (/a/load.ts:2:7)'],
    ],
  ])('%s', (_name, frames) => {
    expect(faultOf(anError('no price', ...frames))).toBe(fault)
  })

  it.each([
    ['No order 17', 'No order 18234'],
    ['No order "a b"', "No order 'zzz'"],
    ['No user 7f9c24e8-3b12-4fef-91e0-8a1f0d6b2c11', 'No user 00000000-3b12-4fef-91e0-8a1f0d6b2c11'],
    ['Cannot reach https://a.example/x?y=1', 'Cannot reach http://b.example/'],
    ['Late since 2024-05-01T10:00:00.123Z', 'Late since 2025-12-31T23:59:59Z'],
    ['Commit 9fceb02d0ae598e95dc970b74767f19372d61af8', 'Commit 1234567890abcdef1234567890abcdef12345678'],
    ['Pointer 0xdeadbeef', 'Pointer 0x1'],
    ['Timeout after 3.5 s at 10.0.0.1:8080', 'Timeout after 12 s at 192.168.1.200:443'],
    ['No mail for a@b.example', 'No mail for someone.else@c.example'],
    ['spaced   out\n text', 'spaced out text'],
    ['No session cjld2cjxh0000qzrmn831i7rn', 'No session ck9f8a7s6d5f4g3h2j1k0l9m'],
  ])('for %j and %j', (left, right) => {
    expect(faultOf(left)).toBe(faultOf(right))
  })

  it('whatever the host does further out', () => {
    const isHostFrame: DigestOptions['isHostFrame'] = (frame) =>
      frame.filename?.startsWith('server/') === true
    const of = (...hosts: string[]) =>
      faultOf(anError('x', 'load (/srv/pages/load.ts:3:7)', ...hosts), {
        ...createNodeFrames('/srv'),
        isHostFrame,
      })
    expect(of('renderPage (/srv/server/page.ts:1:1)', 'main (/srv/main.ts:1:1)')).toBe(
      of('sendPayload (/srv/server/payload.ts:1:1)'),
    )
  })

  it("though the host's own faults are told apart by where they were thrown", () => {
    const isHostFrame: DigestOptions['isHostFrame'] = (frame) => frame.filename?.includes('/server/') === true
    const of = (frame: string) =>
      faultOf(anError('x', frame, 'main (/srv/server/main.ts:1:1)'), { isHostFrame })
    expect(of('renderPage (/srv/server/page.ts:1:1)')).not.toBe(
      of('sendPayload (/srv/server/payload.ts:1:1)'),
    )
  })
})

describe('the fault differs', () => {
  const base = () => anError('no price', 'priceOf (/srv/cart.ts:10:5)')
  it.each([
    ['by type', Object.assign(base(), { name: 'TypeError' })],
    ['by message', anError('no stock', 'priceOf (/srv/cart.ts:10:5)')],
    ['by function', anError('no price', 'stockOf (/srv/cart.ts:10:5)')],
    ['by file', anError('no price', 'priceOf (/srv/stock.ts:10:5)')],
    ['by cause', Object.assign(base(), { cause: new Error('socket') })],
    ['by a name that only looks like a hash', anError('no price', 'priceOf (/srv/cart-settings.ts:10:5)')],
  ])('%s', (_name, other) => {
    expect(faultOf(other)).not.toBe(faultOf(base()))
  })

  it('by a code with a digit in it', () => {
    expect(faultOf('ERR_HTTP2_STREAM_ERROR')).not.toBe(faultOf('ERR_HTTP2_SESSION_ERROR'))
  })

  it('by what stands between apostrophes that quote nothing', () => {
    expect(faultOf("can't open the shop's door")).not.toBe(faultOf("can't close the shop's door"))
  })
})

describe('parseDigest()', () => {
  it('reads back every digest, however it was typed', () => {
    const spoil = fc.constantFrom<(digest: string) => string>(
      (digest) => digest,
      (digest) => digest.toLowerCase(),
      (digest) => digest.replace('-', ''),
      (digest) => ` ${digest.replace('-', ' - ')}\n`,
      (digest) => [...digest].join(' '),
      (digest) => digest.replace('-', '–'),
      (digest) => digest.replaceAll('1', 'l').replaceAll('0', 'o'),
      (digest) => digest.replaceAll('1', 'I').replaceAll('0', 'O'),
      (digest) => `Digest: ${digest}`,
    )
    fc.assert(
      fc.property(fc.anything(), spoil, (thrown, type) => {
        const digest = mintDigest(thrown, cryptoRandom)
        expect(parseDigest(type(digest))).toEqual({ kind: 'whole', digest })
      }),
    )
  })

  it('reads a first half', () => {
    expect(parseDigest('k7q2mx')).toEqual({ kind: 'prefix', prefix: 'K7Q2MX' })
    expect(parseDigest('K7Q2MX-')).toEqual({ kind: 'prefix', prefix: 'K7Q2MX' })
  })

  it.each([
    '',
    '-',
    'K7Q2M',
    'K7Q2MX-4T9ZP',
    'K7Q2MX-4T9ZPAA',
    'K7Q2MU-4T9ZPA',
    'K7Q2MX.4T9ZPA',
    '329735291',
    'ä'.repeat(6),
    '0 '.repeat(60),
  ])('does not take %j for one', (text) => {
    expect(parseDigest(text)).toBeUndefined()
  })
})

/** A word without digits: those would be folded. */
function letters(index: number): string {
  return [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}
