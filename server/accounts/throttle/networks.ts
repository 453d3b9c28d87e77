import { isIPv6 } from 'node:net'

/**
 * The source of an attempt: the customer's own address range, and the wider network that one attacker may have many
 * addresses in.
 */
export interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 one: its customer has all of it to choose addresses from. */
  near: string
  /** An IPv4 /24, or an IPv6 /48: what a site or a rented block usually has. */
  wide: string
}

export function networksOf(ip: string): Networks {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)
  if (v4) return { near: ip.replace(/^::ffff:/i, ''), wide: `${v4[1]}.0/24` }
  if (!isIPv6(ip)) return { near: ip, wide: ip }
  const groups = leadingGroupsOf(ip)
  return { near: `${groups.join(':')}::/64`, wide: `${groups.slice(0, 3).join(':')}::/48` }
}

/** Returns the first four of the eight groups, as short as they can be written. */
function leadingGroupsOf(ip: string): string[] {
  const [before = '', after] = ip.split('::')
  const groups = before === '' ? [] : before.split(':')
  // `::` stands for zeros; groups after it are among the first four only when it stands for few.
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - groups.length - tail.length
  const leading = [...groups, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4)
  return leading.map((group) => Number.parseInt(group, 16).toString(16))
}
