import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { normalize } from '#server/processing/normalize/normalize.ts'
import { textsOf } from '#server/processing/owners/event-texts.ts'
import { metRules } from '#server/processing/owners/match-rules.ts'
import { ownedBy, rulesOf } from '#server/processing/owners/ownership.ts'
import { ownershipSchema } from '#server/protocol/settings/ownership.ts'

const RULES = [
  'path:src/* #web',
  'path:src/billing/* #billing ada@example.com',
  'tags.area:Pay* #pay',
  'url:https://shop.example/checkout* #checkout',
  'module:com.example.* #java',
].join('\n')

const ownership = (given: object) => v.parse(ownershipSchema, given)

function eventWith(given: Record<string, unknown>, frames: object[] = []): NormalizedEvent {
  const exception = { values: [{ type: 'TypeError', value: 'x', stacktrace: { frames } }] }
  return normalize({ exception, ...given } as never, { eventId: 'a'.repeat(32), receivedAt: 0 })
}

const frame = (filename: string, in_app = true) => ({ filename, function: 'f', in_app, lineno: 1 })

describe('an event', () => {
  it('belongs to the owners of the last rule that it meets', () => {
    const billing = eventWith({}, [frame('src/main.ts'), frame('src/billing/pay.ts')])
    expect(ownedBy(billing, ownership({ rules: RULES }))).toEqual({
      rule: 'path:src/billing/*',
      owners: ['#billing', 'ada@example.com'],
    })
    const texts = textsOf(billing)
    expect(metRules(rulesOf(ownership({ rules: RULES })).rules, texts).map(({ text }) => text)).toEqual([
      'path:src/billing/*',
      'path:src/*',
    ])
  })

  it.each([
    [eventWith({}, [frame('src\\Billing\\pay.ts')]), 'path:src/billing/*'],
    [eventWith({}, [frame('webpack:///./src/cart.ts')]), 'path:src/*'],
    [eventWith({}, [frame('../../src/cart.ts')]), 'path:src/*'],
    [eventWith({}, [frame('src/billing/lib.js', false), frame('src/cart.ts')]), 'path:src/*'],
    [eventWith({}, [frame('src/billing/lib.js', false)]), 'path:src/billing/*'],
    [eventWith({ tags: { area: 'payments' } }, [frame('src/billing/pay.ts')]), 'tags.area:Pay*'],
    [
      eventWith({ request: { url: 'https://shop.example/checkout/2' } }),
      'url:https://shop.example/checkout*',
    ],
    [eventWith({}, [{ ...frame('Pay.java'), module: 'com.example.Pay' }]), 'module:com.example.*'],
    [eventWith({}, [frame('lib/other.ts')]), undefined],
    [eventWith({ message: 'only words', exception: undefined }), undefined],
  ])('meets rules by its in-app files, modules, address and tags (%#)', (event, rule) => {
    expect(ownedBy(event, ownership({ rules: RULES }))?.rule).toBe(rule)
  })

  it('belongs to nobody where rules are off, or a line of CODEOWNERS says so; own rules come last', () => {
    const event = eventWith({}, [frame('src/billing/pay.ts')])
    const codeowners = '* @org/web\n/src/billing/\n'
    expect(ownedBy(event, undefined)).toBeUndefined()
    expect(ownedBy(event, ownership({}))).toBeUndefined()
    expect(ownedBy(event, ownership({ rules: RULES, isAutoAssigning: false }))).toBeUndefined()
    expect(ownedBy(event, ownership({ rules: RULES, isActive: false }))).toBeUndefined()
    expect(ownedBy(event, ownership({ codeowners }))).toBeUndefined()
    expect(ownedBy(event, ownership({ codeowners: '* @org/web' }))?.owners).toEqual(['#web'])
    expect(ownedBy(event, ownership({ codeowners, rules: RULES }))?.owners[0]).toBe('#billing')
  })
})
