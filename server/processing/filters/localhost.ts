import type { FilteredSender } from './sender.ts'

const LOCAL_ADDRESSES: ReadonlySet<unknown> = new Set(['127.0.0.1', '::1'])
const LOCAL_HOST = /^(?:127\.0\.0\.1|\[::1\]|(?:[^/]{1,250}\.)?localhost)$/

/** Finds events of a developer's own machine: by the page's address, else by the hosts of the requests. */
export function isLocal({ ipAddress, url, header }: FilteredSender): boolean {
  if (LOCAL_ADDRESSES.has(ipAddress) || LOCAL_ADDRESSES.has(header('x-forwarded-for'))) return true
  const parsed = url === undefined ? null : URL.parse(url)
  if (parsed) return parsed.protocol === 'file:' || LOCAL_HOST.test(parsed.hostname)
  return ['host', 'x-forwarded-host'].some((name) => isLocalHost(header(name)))
}

function isLocalHost(host: string | undefined): boolean {
  return host !== undefined && LOCAL_HOST.test(host.replace(/:\d{1,5}$/, ''))
}
