import { expect, it } from 'vitest'
import { hasLinkToken, withoutLinkToken } from '#server/accounts/links/link-address.ts'

it.each([
  ['/set-up/abc', '/set-up/[Filtered]'],
  ['/invitations/abc?x=1', '/invitations/[Filtered]?x=1'],
  [
    'https://desk.example/resets/abc/index.pageContext.json',
    'https://desk.example/resets/[Filtered]/index.pageContext.json',
  ],
])('takes the secret out of %j', (url, safe) => {
  expect(withoutLinkToken(url)).toBe(safe)
  expect(hasLinkToken(url)).toBe(true)
})

it.each(['/settings/invitations', '/invitations', '/invitations/', '/issues/1', '/settings/account'])(
  'leaves %j as it is',
  (url) => {
    expect(withoutLinkToken(url)).toBe(url)
    expect(hasLinkToken(url)).toBe(false)
  },
)
