import { isIP } from 'node:net'
import { isPublicAddress } from '#server/outbound/public-address.ts'

const MOST_CHARS = 300

/** Reads an origin from which maps may be fetched; its path does not count. A refusal is the end of a sentence. */
export function parseHostedOrigin(text: string): { origin: string } | { refusal: string } {
  const trimmed = text.trim()
  const url = trimmed.length > MOST_CHARS ? null : URL.parse(trimmed)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return { refusal: 'an origin is written as https://shop.example' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = isIP(host) ? !isPublicAddress(host) : !host.includes('.') || host.endsWith('.localhost')
  return isLocal ? { refusal: `${host} is not on the public Internet` } : { origin: url.origin }
}
