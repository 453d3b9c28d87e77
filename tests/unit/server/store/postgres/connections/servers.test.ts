import { expect, it } from 'vitest'
import { createServers } from '#server/store/postgres/connections/servers.ts'

it('an address with several servers is one address for each', () => {
  const { all } = createServers('postgres://desk:a@b@one,two:5433/crumbs?sslmode=require')
  expect(all).toEqual([
    'postgres://desk:a@b@one/crumbs?sslmode=require',
    'postgres://desk:a@b@two:5433/crumbs?sslmode=require',
  ])
  expect(createServers('postgres://tests@/crumbs?host=%2Ftmp').all).toEqual([
    'postgres://tests@/crumbs?host=%2Ftmp',
  ])
})

it('the next server is asked once one fails, and the first one again after the last', () => {
  const { current, leave } = createServers('postgres://one,two/crumbs')
  const first = current()
  leave(first)
  leave(first) // another connection to it fails as well
  expect(current()).toBe('postgres://two/crumbs')
  leave(current())
  expect(current()).toBe(first)
})

it('a replica is refused, and so is a primary whose place a replica has taken', () => {
  const { requirePrimary } = createServers('postgres://one,two/crumbs')
  requirePrimary({ isReplica: 0, timeline: '00000001' })
  expect(() => requirePrimary({ isReplica: 1, timeline: null })).toThrow(/it is a replica$/)
  requirePrimary({ isReplica: 0, timeline: '0000000A' })
  expect(() => requirePrimary({ isReplica: 0, timeline: '00000009' })).toThrow(/has taken over its place$/)
})
