import { describe, expect, it } from 'vitest'
import { groupingOf } from '#server/processing/grouping/grouping.ts'
import { normalizeMessage } from '#server/processing/grouping/message.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { cpuMs } from '#tests/support/run/cpu-time.ts'

function keyOf(event: Record<string, unknown>): string {
  return groupingOf(normalize(event, { eventId: 'a'.repeat(32), receivedAt: 1_000 })).key
}

function anError({
  frames,
  type = 'TypeError',
  value = 'broken',
}: {
  frames?: unknown[]
  type?: string
  value?: string
}) {
  return { exception: { values: [{ type, value, ...(frames ? { stacktrace: { frames } } : {}) }] } }
}

const own = (name: string, filename = 'src/cart.ts') => ({ function: name, filename, in_app: true })
const foreign = (name: string) => ({ function: name, filename: 'node_modules/x/y.js', in_app: false })

describe('groupingOf()', () => {
  it('is version 1, and stays what it was', () => {
    const grouping = groupingOf(normalize(anError({ frames: [own('pay')] }), { eventId: '', receivedAt: 1 }))
    expect(grouping).toEqual({ version: 2, key: 'ca0ff12eb89c90a408df6702c9144390' })
  })

  it.each<[string, unknown[], unknown[]]>([
    ['lines', [{ ...own('a'), lineno: 1 }], [{ ...own('a'), lineno: 99, colno: 5 }]],
    ['frames of others', [foreign('x'), own('a')], [foreign('y'), foreign('z'), own('a')]],
    ['directories', [own('a', '/srv/1/cart.ts')], [own('a', 'C:\\app\\cart.ts')]],
    ['addresses', [own('a', 'https://a.example/cart.js?v=1')], [own('a', 'http://b.example/x/cart.js#2')]],
    ["bundlers' hashes", [own('a', '/assets/cart-b81c3f2e.js')], [own('a', '/assets/cart-9D8c7B6a.js')]],
    ['letter case of files', [own('a', 'Cart.ts')], [own('a', 'cart.ts')]],
    ['recursion', [own('a'), own('b')], [own('a'), own('a'), own('a'), own('b'), own('b')]],
    [
      'recursion by turns',
      [own('a'), own('b'), own('c')],
      [own('a'), own('b'), own('a'), own('b'), own('a'), own('b'), own('c')],
    ],
    ['owners of a function', [own('Object.pay')], [own('async Cart.pay [as buy]')]],
    ['nameless functions', [own('<anonymous>')], [own('?')]],
  ])('does not look at %s', (_name, one, other) => {
    expect(keyOf(anError({ frames: one }))).toBe(keyOf(anError({ frames: other })))
  })

  it('looks at type, file and function', () => {
    const base = keyOf(anError({ frames: [own('a')] }))
    expect(keyOf(anError({ frames: [own('a')], type: 'RangeError' }))).not.toBe(base)
    expect(keyOf(anError({ frames: [own('b')] }))).not.toBe(base)
    expect(keyOf(anError({ frames: [own('a', 'src/menu.ts')] }))).not.toBe(base)
    expect(keyOf(anError({ frames: [own('a')], value: 'another message' }))).toBe(base)
  })

  it('looks at all frames where none is in app', () => {
    const one = anError({ frames: [foreign('a'), foreign('b')] })
    expect(keyOf(one)).not.toBe(keyOf(anError({ frames: [foreign('a'), foreign('c')] })))
  })

  it('looks at the message where there is no stack, whatever ids it names', () => {
    expect(keyOf(anError({ value: 'order 17 is gone' }))).toBe(
      keyOf(anError({ value: 'order 4182 is gone' })),
    )
    expect(keyOf(anError({ value: 'order 17 is gone' }))).not.toBe(
      keyOf(anError({ value: 'order 17 is late' })),
    )
    expect(keyOf({ message: 'order 17' })).toBe(keyOf({ message: 'order 18' }))
    expect(keyOf({ message: 'a' })).not.toBe(keyOf({ message: 'b' }))
  })

  it('looks at causes', () => {
    const cause = { type: 'DatabaseError', value: 'x' }
    const outer = { type: 'Error', value: 'y' }
    expect(keyOf({ exception: [cause, outer] })).not.toBe(keyOf({ exception: [outer] }))
  })

  it("goes by the client's fingerprint first", () => {
    const grouped = (fingerprint: string[], value: string) => keyOf({ ...anError({ value }), fingerprint })
    expect(grouped(['checkout'], 'a')).toBe(grouped(['checkout'], 'b'))
    expect(grouped(['checkout'], 'a')).not.toBe(grouped(['cart'], 'a'))
    expect(grouped(['{{ default }}'], 'a')).toBe(keyOf(anError({ value: 'a' })))
    expect(grouped(['{{default}}', 'eu'], 'a')).not.toBe(grouped(['{{default}}', 'us'], 'a'))
    expect(grouped(['{{default}}', 'eu'], 'a')).not.toBe(grouped(['{{default}}', 'eu'], 'b'))
  })
})

describe('normalizeMessage()', () => {
  it.each([
    ['mail to ada.l+x@mail.example.com failed', 'mail to <email> failed'],
    ['GET https://a.example/b/17?c=d returned 500', 'GET <url> returned <value>'],
    ['no user 550e8400-e29b-41d4-a716-446655440000', 'no user <uuid>'],
    ['commit da39a3ee5e6b4b0d3255bfef95601890afd80709 is missing', 'commit <value> is missing'],
    ['at 2026-09-21T12:00:01.5Z and 2026-09-21', 'at <date> and <date>'],
    ['connect to 10.0.0.1:5432', 'connect to <ip>'],
    ['at 0xDEADbeef', 'at <value>'],
    ['key \'a b\' and "c" differ', 'key <quoted> and <quoted> differ'],
    ["Can't read user's cart", "Can't read user's cart"],
    ['took 1,204.5 ms  of\n-3', 'took <value> of <value>'],
    ['the decade of a facade', 'the decade of a facade'],
  ])('folds %j', (message, folded) => {
    expect(normalizeMessage(message)).toBe(folded)
  })

  it('costs no more than its length on a hostile text', () => {
    for (const part of ['a@', '1.', "'", 'a-', '0x', 'http://', '1-1-1', 'a.b@c.']) {
      const start = cpuMs()
      normalizeMessage(part.repeat(100_000))
      expect(cpuMs() - start).toBeLessThan(500)
    }
  })
})
