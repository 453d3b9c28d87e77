import { expect, it } from 'vitest'
import { mayActAs, type Role } from '#server/models/accounts/roles.ts'

const order: Role[] = ['viewer', 'member', 'admin', 'owner']

it('lets each role do what the roles before it may, and nothing more', () => {
  const allowed = order.map((role) => order.filter((needed) => mayActAs(role, needed)))
  expect(allowed).toEqual([
    ['viewer'],
    ['viewer', 'member'],
    ['viewer', 'member', 'admin'],
    ['viewer', 'member', 'admin', 'owner'],
  ])
})
