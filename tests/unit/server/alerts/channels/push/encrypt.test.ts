import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encryptPush, newSender } from '#server/alerts/channels/push/encrypt.ts'
import { pushPayload } from '#server/alerts/channels/push/payload.ts'
import { readSubscription } from '#server/alerts/channels/push/read-subscription.ts'
import { anAlert, anAlertOf, aSubject } from '#tests/support/alerts/an-alert.ts'
import { runs } from '#tests/support/run/doses.ts'

const receiver = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

describe('encryptPush()', () => {
  it('writes the example of RFC 8291, section 5', () => {
    const key = createECDH('prime256v1')
    key.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    const text = Buffer.from('When I grow up, I want to be a watermelon')
    expect(encryptPush(text, receiver, { salt, key }).toString('base64url')).toBe(
      [
        'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml',
        'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVP',
        'TpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-f',
        'N',
      ].join(''),
    )
  })

  it('uses another salt and another key for each message', () => {
    const [one, other] = [newSender(), newSender()]
    expect(Buffer.compare(one.salt, other.salt)).not.toBe(0)
    expect(one.key.getPublicKey('hex')).not.toBe(other.key.getPublicKey('hex'))
  })
})

describe('pushPayload()', () => {
  it('has the issue, where a click leads, and a tag that the next one about the issue replaces', () => {
    const subject = aSubject({ updates: [{ text: 'Ada mentioned you', quote: 'Look,\nplease' }] })
    const title = `Ada mentioned you in SHOP-12: ${subject.title}`
    const url = 'https://desk.example/issues/12?a=1'
    expect(pushPayload(anAlert({ title, url, subjects: [subject] }))).toEqual({
      title: 'Ada mentioned you in SHOP-12',
      body: `${subject.title}\nLook, please`,
      url: '/issues/12?a=1',
      tag: subject.id,
    })
  })

  it('lists several issues', () => {
    const subjects = [aSubject({ id: 'issue:1', shortId: 'SHOP-1' }), aSubject({ title: 'Two' })]
    const title = '3 updates of 3 issues in Shop'
    const { body, tag } = pushPayload(anAlert({ title, subjects, more: 1 }))
    expect(body).toBe(`SHOP-1 ${subjects[0]?.title}\n${subjects[1]?.shortId} Two\nand 1 more`)
    expect(tag).toBe('updates')
  })

  it('fits into one record, whatever foreign text is in it', () => {
    const most = 4_096
    const check = (foreign: string) => {
      const message = { ...anAlertOf(foreign), url: `https://desk.example/${encodeURIComponent(foreign)}` }
      const plain = Buffer.from(JSON.stringify(pushPayload(message)))
      expect(encryptPush(plain, receiver).length).toBeLessThanOrEqual(most)
    }
    for (const text of ['"', '\\', '😀', '\u0000', 'é']) check(text.repeat(10_000))
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), check), { numRuns: runs(1_000) })
  })
})

describe('readSubscription()', () => {
  const given = { endpoint: 'https://push.example/abc', keys: receiver }
  const read = (subscription: unknown, allowsPrivate = false) =>
    readSubscription(JSON.stringify(subscription), { allowsPrivate })

  it('reads what a browser gives', () => {
    expect(read({ ...given, expirationTime: null })).toEqual({ endpoint: given.endpoint, ...receiver })
  })

  it('takes http only where private addresses are allowed', () => {
    const insecure = { ...given, endpoint: 'http://127.0.0.1:9/abc' }
    expect(read(insecure)).toBeUndefined()
    expect(read(insecure, true)).toMatchObject({ endpoint: insecure.endpoint })
  })

  it.each([
    ['no address', { ...given, endpoint: 'push' }],
    ['another scheme', { ...given, endpoint: 'file:///etc/passwd' }],
    ['a password', { ...given, endpoint: 'https://a:b@push.example/' }],
    ['a long address', { ...given, endpoint: `https://push.example/${'a'.repeat(2_000)}` }],
    ['no keys', { endpoint: given.endpoint }],
    ['a short key', { ...given, keys: { ...receiver, auth: 'AAAA' } }],
    ['a key beside the curve', { ...given, keys: { ...receiver, p256dh: `BA${'A'.repeat(85)}` } }],
    ['nothing', null],
  ])('refuses %s', (_, subscription) => {
    expect(read(subscription, true)).toBeUndefined()
  })
})
