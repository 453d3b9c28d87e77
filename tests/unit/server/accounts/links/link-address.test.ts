import { expect, it } from 'vitest'
import { hasLinkToken, reportableAddress, withoutLinkToken } from '#server/accounts/links/link-address.ts'

it.each([
  ['/set-up/abc', '/set-up/[Filtered]'],
  ['/unsubscribe/1.mentioned.2.abc', '/unsubscribe/[Filtered]'],
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

const SECRET = `${'Ab0-'.repeat(10)}xyz`
const ADDRESSED =
  'sntrys_eyJpYXQiOjE3OTAsInVybCI6Imh0dHA6Ly9hIn0=_Ab0+/Cd1Ef2Gh3Ij4Kl5Mn6Op7Qr8St9Uv0Wx1Yz2Ab3Cd4'

it.each([
  [`/issues?q=ct_${SECRET}&b=2`, '/issues?q=[Filtered]&b=2'],
  [`/issues?q=${ADDRESSED}&b=2`, '/issues?q=[Filtered]&b=2'],
  [`/issues?q=${encodeURIComponent(ADDRESSED)}&b=2`, '/issues?q=[Filtered]&b=2'],
  [
    `/sign-in?next=${encodeURIComponent(`/issues?q=ct_${SECRET}`)}`,
    '/sign-in?next=%2Fissues%3Fq%3D[Filtered]',
  ],
  ['/invitations/abc?token=abc', '/invitations/[Filtered]?token=[Filtered]'],
  [
    '/issues?query=product_description_of_something_long',
    '/issues?query=product_description_of_something_long',
  ],
])('reports %j without what lets somebody in', (url, safe) => {
  expect(reportableAddress(url)).toBe(safe)
})
