import { BlockList, isIP } from 'node:net'

/** Addresses that lead inward, or nowhere: https://www.iana.org/assignments/iana-ipv4-special-registry/ and its IPv6 peer. */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4')

/** All of what is routed in IPv6; within it, what carries an IPv4 address, and documentation. */
const routed = new BlockList()
routed.addSubnet('2000::', 3, 'ipv6')
const carrying = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  carrying.addSubnet(network, bits, 'ipv6')

/**
 * What no receiver has, in any network: this host, links (where clouds answer with their metadata) and groups of hosts. A
 * check of an IPv6 address finds IPv4 networks in its mapped form; NAT64 and 6to4 carry them in others.
 */
const never = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  never.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 128],
  ['64:ff9b::a9fe:0', 112],
  ['2002:a9fe::', 32],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  never.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is of the public Internet or of a private network. */
export function isReachableAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !never.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an IP address is of the public Internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4')
    case 6:
      return routed.check(address, 'ipv6') && !carrying.check(address, 'ipv6')
    default:
      return false
  }
}
