import { parseEmail } from '#server/accounts/credentials.ts'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'

type Claims = Readonly<Record<string, unknown>>

/** The address, if the provider says that it is verified: https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
export function emailOf({ email, email_verified: isVerified }: Claims): string | undefined {
  return isVerified === true && typeof email === 'string' ? parseEmail(email) : undefined
}

/** Whether an address is of one of these domains. None of them stand for all. A domain's subdomains are others. */
export function isOfDomains(email: string | undefined, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  return email !== undefined && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

/** What a claim says, as a list: `groups`, or `realm_access.roles` for one in another. */
export function rolesOf(claims: Claims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : within(claims, name.split('.'))
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((each) => typeof each === 'string')
}

function within(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
  return isObject ? within((value as Claims)[name], rest) : undefined // it was just looked at
}

/** The highest role that the provider's words stand for; undefined if they stand for none. */
export function roleOf(
  said: readonly string[],
  roles: readonly (readonly [said: string, role: Role])[],
): Role | undefined {
  const meant = roles.flatMap(([word, role]) => (said.includes(word) ? [role] : []))
  return meant.reduce<Role | undefined>(
    (most, role) => (most === undefined || mayActAs(role, most) ? role : most),
    undefined,
  )
}
