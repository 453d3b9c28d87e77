import { describe, expect, it } from 'vitest'
import { isPublicAddress, isReachableAddress } from '#server/outbound/public-address.ts'

describe('isPublicAddress()', () => {
  it.each(['93.184.215.14', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111'])('is true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1'],
    ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '64:ff9b::a00:1'],
    ...['fe80::1', 'fc00::1', 'ff02::1', '2002:7f00:1::', '2001:db8::1', 'shop.example', ''],
  ])('is false for %j', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('isReachableAddress()', () => {
  it.each([
    ...[
      '93.184.215.14',
      '10.1.2.3',
      '127.0.0.1',
      '100.64.0.1',
      '192.168.1.1',
      '::1',
      'fc00::1',
      '64:ff9b::a00:1',
    ],
    ...['2606:4700:4700::1111', '::ffff:10.0.0.1'],
  ])('is true for %s where private addresses are allowed', (address) => {
    expect(isReachableAddress(address)).toBe(true)
  })

  it.each([
    ...['169.254.169.254', '0.0.0.0', '224.0.0.1', '255.255.255.255', '::', 'fe80::1', 'ff02::1'],
    ...['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', ''],
  ])('is false for %j even there: the metadata of clouds and groups of hosts', (address) => {
    expect(isReachableAddress(address)).toBe(false)
  })
})
