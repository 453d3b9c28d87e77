import { describe, expect, it } from 'vitest'
import { allowTargets, sameOrigin } from '#telemetry/trace/targets.ts'

const origin = 'https://shop.example'

describe('sameOrigin()', () => {
  it.each([
    '/cart',
    'cart',
    '',
    '?page=2',
    '//shop.example/x',
    'https://shop.example/',
    'HTTPS://SHOP.example:443/x',
  ])('is the own origin by default: %j', (url) => {
    expect(sameOrigin(origin)(url)).toBe(true)
  })

  it.each([
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'http://shop.example/',
    'https://shop.example:8443/',
    '//evil.example/https://shop.example/',
    'https://evil.example/?u=https://shop.example/',
    'data:text/plain,x',
    'blob:https://shop.example/1',
  ])('is nothing else: %j', (url) => {
    expect(sameOrigin(origin)(url)).toBe(false)
  })
})

describe('allowTargets()', () => {
  it.each<[string, (string | RegExp)[], boolean]>([
    ['https://api.example/v1', ['https://api.example'], true],
    ['https://api.example.evil.example/', ['https://api.example'], false],
    ['https://api.example/v1/items', ['https://api.example/v1'], true],
    ['https://api.example/v1?page=2', ['https://api.example/v1'], true],
    ['https://api.example/v10', ['https://api.example/v1'], false],
    ['/api/items', ['/api'], true],
    ['/apiary', ['/api'], false],
    ['https://api.example/api', ['/api'], false],
    ['https://a.api.example/x', [/^https:\/\/\w+\.api\.example\//], true],
    ['/cart', [], false],
  ])('%j for %j: %s', (url, targets, allowed) => {
    const isTarget = allowTargets(origin, targets)
    expect([isTarget(url), isTarget(url)]).toEqual([allowed, allowed]) // patterns keep no place
  })

  it('is whole where a pattern remembers', () => {
    const sticky = [/api\.example/g]
    expect([1, 2, 3].map(() => allowTargets(origin, sticky)('https://api.example/'))).toEqual([
      true,
      true,
      true,
    ])
  })
})
