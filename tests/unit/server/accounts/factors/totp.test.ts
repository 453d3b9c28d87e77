import { describe, expect, it } from 'vitest'
import {
  decodeBase32,
  encodeBase32,
  findTotpStep,
  newTotpSecret,
  totpAddress,
  totpCode,
} from '#server/accounts/factors/totp.ts'

/** The seed of the vectors for SHA-1: https://www.rfc-editor.org/rfc/rfc6238#appendix-B */
const seed = Buffer.from('12345678901234567890')
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('totpCode()', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('gives the vector of RFC 6238 for second %d', (seconds, code) => {
    expect(totpCode(seed, Math.floor(seconds / 30), 8)).toBe(code)
    expect(totpCode(seed, Math.floor(seconds / 30))).toBe(code.slice(2))
  })
})

describe('Base32', () => {
  // https://www.rfc-editor.org/rfc/rfc4648#section-10, without padding
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes and reads the vector of RFC 4648 for "%s"', (plain, encoded) => {
    expect(encodeBase32(Buffer.from(plain))).toBe(encoded)
    expect(Buffer.from(decodeBase32(encoded)).toString()).toBe(plain)
  })

  it('makes secrets of 160 bits', () => {
    expect(newTotpSecret((size) => new Uint8Array(size).fill(255))).toBe('7'.repeat(32))
  })
})

describe('findTotpStep()', () => {
  const now = 1_111_111_111_000 // step 37037037
  const find = (code: string, after: number | null = null) => findTotpStep({ secret, code, now, after })

  it('takes the code of this step, of the one before and of the one after, and no other', () => {
    const near = [-2, -1, 0, 1, 2].map((offset) => find(totpCode(seed, 37_037_037 + offset)))
    expect(near).toEqual([undefined, 37_037_036, 37_037_037, 37_037_038, undefined])
  })

  it('takes none of a step that is not later than the last one', () => {
    expect(find('050471', 37_037_036)).toBe(37_037_037)
    expect(find('050471', 37_037_037)).toBeUndefined()
    expect(find('050471', 37_037_038)).toBeUndefined()
  })
})

it('writes the address that apps read from a picture', () => {
  expect(totpAddress({ secret, email: 'ada@example.com', issuer: 'Crumbtrail desk.test' })).toBe(
    `otpauth://totp/Crumbtrail%20desk.test%3Aada%40example.com?secret=${secret}&issuer=Crumbtrail%20desk.test`,
  )
})
