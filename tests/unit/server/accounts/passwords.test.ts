import { parseOptions } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { parseEmail, passwordRefusal } from '#server/accounts/credentials.ts'
import { hashPassword, verifyPassword } from '#server/accounts/passwords.ts'

describe('hashPassword()', () => {
  it('uses argon2id with the parameters that OWASP names', async () => {
    const passwordHash = await hashPassword('correct horse battery')
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(parseOptions(passwordHash).saltLen).toBe(16)
  })

  it('matches the same password only, however its accents were typed', async () => {
    const passwordHash = await hashPassword('caf\u00e9 au lait, twice')
    expect(await verifyPassword('cafe\u0301 au lait, twice', passwordHash)).toBe(true)
    expect(await verifyPassword('cafe au lait, twice', passwordHash)).toBe(false)
  })
})

describe('verifyPassword() for nobody', () => {
  it('says no after as much work as for an account', async () => {
    const passwordHash = await hashPassword('correct horse battery')
    const known = await timeOf(() => verifyPassword('wrong', passwordHash))
    const unknown = await timeOf(() => verifyPassword('wrong', undefined))
    expect(await verifyPassword('', undefined)).toBe(false)
    // Work that was left out would show as a factor of a hundred, other load as a small one.
    expect(unknown).toBeGreaterThan(known / 10)
  })
})

describe('parseEmail()', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada.L+x@Example.COM ', 'ada.l+x@example.com'],
    ['root@localhost', 'root@localhost'],
  ])('reads %j', (text, email) => {
    expect(parseEmail(text)).toBe(email)
  })

  it.each(['', 'ada', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a\u0000@b', `${'a'.repeat(250)}@b.example`])(
    'refuses %j',
    (text) => {
      expect(parseEmail(text)).toBeUndefined()
    },
  )
})

describe('passwordFault()', () => {
  it('asks for 12 characters', () => {
    expect(passwordRefusal('12345678901')).toBe('it has 11 characters and needs at least 12')
    expect(passwordRefusal('123456789012')).toBeUndefined()
    expect(passwordRefusal('x'.repeat(1025))).toBe('it is longer than 1024 characters')
  })
})

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
