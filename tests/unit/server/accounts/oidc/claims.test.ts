import { describe, expect, it } from 'vitest'
import { isOfDomains, roleOf, rolesOf } from '#server/accounts/oidc/claims.ts'

describe('rolesOf()', () => {
  it('reads a list, a text, and a claim within another', () => {
    expect(rolesOf({ groups: ['a', 7, 'b'] }, 'groups')).toEqual(['a', 'b'])
    expect(rolesOf({ role: 'a' }, 'role')).toEqual(['a'])
    expect(rolesOf({ realm_access: { roles: ['a'] } }, 'realm_access.roles')).toEqual(['a'])
    expect(rolesOf({ 'https://example.com/roles': ['a'] }, 'https://example.com/roles')).toEqual(['a'])
  })

  it('is empty for what is not there, or comes with every object', () => {
    for (const name of ['groups', 'realm_access.roles', 'constructor.name', '__proto__', '']) {
      expect([name, rolesOf({ realm_access: null }, name)]).toEqual([name, []])
    }
  })
})

describe('roleOf()', () => {
  const roles = [
    ['readers', 'viewer'],
    ['ops', 'admin'],
  ] as const

  it('takes the highest of all, in any order', () => {
    expect(roleOf(['ops', 'readers'], roles)).toBe('admin')
    expect(roleOf(['readers'], roles)).toBe('viewer')
    expect(roleOf(['OPS'], roles)).toBeUndefined()
  })
})

describe('isOfDomains()', () => {
  it('compares what follows the last @, whole', () => {
    expect(isOfDomains('a@example.com', ['example.com'])).toBe(true)
    expect(isOfDomains('a@example.com@evil.test', ['example.com'])).toBe(false)
    expect(isOfDomains('a@notexample.com', ['example.com'])).toBe(false)
    expect(isOfDomains(undefined, ['example.com'])).toBe(false)
    expect(isOfDomains(undefined, [])).toBe(true)
  })
})
