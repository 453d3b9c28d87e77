import { describe, expect, it } from 'vitest'
import { formatShortId, parseShortId } from '#server/protocol/short-id.ts'

describe('a short id', () => {
  it.each([
    { projectSlug: 'shop', number: 418 },
    { projectSlug: 'shop-web-2', number: 1 },
  ])('of %j is read as it was written', (parts) => {
    expect(parseShortId(formatShortId(parts))).toEqual(parts)
  })

  it.each(['', 'SHOP', '-1', 'SHOP-', 'SHOP-1x', 'SHOP-99999999999'])('%j is none', (text) => {
    expect(parseShortId(text)).toBeUndefined()
  })
})
