import { expect, it } from 'vitest'
import { openShopCli } from '#tests/support/desk/shop-cli.ts'

const LINK = /^http:\/\/127\.0\.0\.1:0\/invitations\/[\w-]{43}\n/

it('invites, lists and revokes, once there is an owner', async () => {
  const run = await openShopCli()
  expect(await run('user', 'invite', 'bob@example.com')).toEqual({
    code: 1,
    output: 'Cannot invite: there is no owner yet; add one with "user add EMAIL"',
  })
  await run('user', 'add', 'ada@example.com')
  expect(await run('user', 'invite', 'bob@example.com', '--role', 'boss')).toEqual({
    code: 1,
    output: 'Cannot invite: role "boss" is not viewer, member, admin or owner',
  })
  const invited = await run('user', 'invite', 'Bob@example.com', '--role', 'admin')
  expect(invited.output).toMatch(LINK)
  expect(invited.output).toMatch(
    /It lets bob@example\.com in as admin, once, until \S+ \S+ UTC\. It is not shown again\.$/,
  )
  const list = await run('user', 'invitations')
  expect(list.output).toMatch(/^bob@example\.com {2}admin {2}by command {2}since \S+ \S+ {2}until \S+ \S+$/)
  expect(await run('user', 'uninvite', 'bob@example.com')).toEqual({
    code: 0,
    output: 'The invitation of bob@example.com is revoked',
  })
  expect(await run('user', 'uninvite', 'bob@example.com')).toEqual({
    code: 1,
    output: 'Cannot revoke the invitation: none is open for "bob@example.com"',
  })
  expect(await run('user', 'invitations')).toEqual({ code: 0, output: 'There are no invitations' })
})

it('prints a link to reset a password, also of an owner, and changes an address', async () => {
  const run = await openShopCli()
  await run('user', 'add', 'ada@example.com')
  const reset = await run('user', 'reset', 'ADA@example.com')
  expect(reset.output).toMatch(
    /^http:\/\/127\.0\.0\.1:0\/resets\/[\w-]{43}\nIt sets a new password for ada@example\.com, once, /,
  )
  expect((await run('user', 'reset', 'eve@example.com')).output).toBe(
    'Cannot reset the password: there is no user "eve@example.com"',
  )
  expect(await run('user', 'email', 'ada@example.com', '--to', 'Grace@example.com')).toEqual({
    code: 0,
    output: 'ada@example.com is now grace@example.com',
  })
  expect((await run('user', 'email', 'grace@example.com')).output).toBe(
    'Cannot change the address: "" is not an email address',
  )
})
