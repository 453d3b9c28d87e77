import { expect, it } from 'vitest'
import { networksOf } from '#server/accounts/throttle/networks.ts'

it.each([
  ['10.1.2.3', { near: '10.1.2.3', wide: '10.1.2.0/24' }],
  ['::ffff:10.1.2.3', { near: '10.1.2.3', wide: '10.1.2.0/24' }],
  ['2001:db8:1:2::1', { near: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['2001:0DB8:0001:0002:ffff::9', { near: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' }],
  ['2001:db8::1', { near: '2001:db8:0:0::/64', wide: '2001:db8:0::/48' }],
  ['2001:db8:0:0:a:b:c:d', { near: '2001:db8:0:0::/64', wide: '2001:db8:0::/48' }],
  ['::1', { near: '0:0:0:0::/64', wide: '0:0:0::/48' }],
  ['1::2:3:4:5:6:7', { near: '1:0:2:3::/64', wide: '1:0:2::/48' }],
  ['unknown', { near: 'unknown', wide: 'unknown' }],
])('%s belongs to its networks', (ip, networks) => {
  expect(networksOf(ip)).toEqual(networks)
})
