import { describe, expect, it } from 'vitest'
import { hasWhole, mayMention, mentions, withoutAddress } from '#server/store/erasure/identity.ts'

describe('an address in a text', () => {
  it.each([
    ['ada@example.com', 'sent to ada@example.com.', true],
    ['ada@example.com', '<Ada@Example.COM>', true],
    ['ada@example.com', 'mailto:ada@example.com?subject=x', true],
    ['ada@example.com', 'to nada@example.com', false],
    ['ada@example.com', 'x.ada@example.com', false],
    ['ada@example.com', 'ada@example.com.au', false],
    ['ada@example.com', 'ada@example.community', false],
    ['203.0.113.7', 'from 203.0.113.7:443', true],
    ['203.0.113.7', 'from 203.0.113.71', false],
    ['203.0.113.7', 'from 1203.0.113.7', false],
    ['2001:db8::1', '[2001:db8::1]', true],
    ['2001:db8::1', '2001:db8::1:2', false],
    ['ada@example.com', 'İ ada@example.com', true],
  ])('%s in "%s": %s', (address, text, isIn) => {
    expect(hasWhole(text, address)).toBe(isIn)
  })

  it('is taken out wherever it stands as a whole', () => {
    expect(withoutAddress('Ada@example.com, nada@example.com and ada@example.com', 'ada@example.com')).toBe(
      '[erased], nada@example.com and [erased]',
    )
  })
})

describe('a payload', () => {
  it.each([
    [{ user: { id: '42' } }, true],
    [{ user: { id: '420' } }, false],
    [{ order: { id: '42' } }, false],
    [{ tags: { user: 'id:42' } }, true],
    [{ attributes: { 'user.id': { value: 42, type: 'integer' } } }, true],
    [{ attributes: { 'order.id': { value: 42, type: 'integer' } } }, false],
    [{ spans: [{ data: { 'enduser.id': '42' } }] }, true],
    [{ message: 'user 42 failed' }, false],
  ])('%j is about the user 42: %s', (payload, isAbout) => {
    expect(mentions(payload, { id: '42' })).toBe(isAbout)
  })

  it('is about an address that stands anywhere in it', () => {
    const payload = { exception: { values: [{ value: 'no account of ada@example.com' }] } }
    expect(mentions(payload, { email: 'ada@example.com' })).toBe(true)
    expect(mentions(payload, { email: 'bob@example.com' })).toBe(false)
    expect(mayMention(JSON.stringify(payload), { email: 'ADA@example.com' })).toBe(true)
    expect(mayMention(JSON.stringify(payload), { ip: '203.0.113.7' })).toBe(false)
  })
})
