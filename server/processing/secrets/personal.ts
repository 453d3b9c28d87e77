import { FILTERED } from './names.ts'

/** What identifies people, and is kept unless a project says otherwise. */
export function scrubEmailAddresses(text: string): string {
  return text.includes('@')
    ? text.replace(EMAIL, (address) => (isNameWithVersion(address) ? address : FILTERED))
    : text
}

/**
 * Releases and packages are called `shop@2.5.1`. No domain ends with digits, because its last part is a word:
 * https://www.rfc-editor.org/rfc/rfc3696#section-2
 */
function isNameWithVersion(text: string): boolean {
  const behind = text.slice(text.lastIndexOf('@') + 1)
  return VERSION.test(behind) && !DOMAIN_END.test(behind)
}

const VERSION = /^v?\d+\.\d/
const DOMAIN_END = /\.(?:xn--[\w-]+|[\p{L}\p{M}]{2,})$/u

/** It begins at the start of a run only, so that a run without an `@` is read once. Any script has letters. */
const EMAIL =
  /(?<![\p{L}\p{M}\p{N}_.+-])[\p{L}\p{M}\p{N}_.+-]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/gu

export function scrubIpAddresses(text: string): string {
  const scrubbed = text.replace(IPV4, (address) => (isIpv4(address) ? FILTERED : address))
  return text.includes(':')
    ? scrubbed.replace(IPV6, (address) => (isIpv6(address) ? FILTERED : address))
    : scrubbed
}

const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/g
const IPV6 = /(?<![\w:.])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:])/gi

function isIpv4(text: string): boolean {
  return text.split('.').every((part) => Number(part) <= 255)
}

/** Times and ratios have colons too. */
function isIpv6(text: string): boolean {
  return text.length > 2 && URL.canParse(`http://[${text}]`)
}
