import { scrubberFor } from '#server/processing/secrets/scrubber.ts'

/** The pages whose address has a secret in it: whoever reads the address could become the owner, a member, or somebody
 * else, or could end mails. */
const LINKS = /(\/(?:set-up|invitations|resets|addresses|unsubscribe|acknowledge)\/)[^/?#]+/g

/**
 * An address without the secret of a link that lets somebody in.
 *
 * @internal
 */
export function withoutLinkToken(url: string): string {
  return url.replace(LINKS, '$1[Filtered]')
}

const scrubber = scrubberFor()

/** An address as the desk may report it: without the secret of such a link, and without a token that somebody put into it. */
export function reportableAddress(url: string): string {
  return scrubber.text(withoutLinkToken(url))
}

/** Whether a page's own address is such a link: its browser would report it. */
export function hasLinkToken(path: string): boolean {
  return withoutLinkToken(path) !== path
}

/**
 * The `Referrer-Policy` of such a page. Requests for its files would tell the address to whatever writes a log in front of the
 * desk. With `no-referrer` browsers would send `Origin: null`, and its form could not be told from a foreign one.
 */
export const LINK_REFERRER_POLICY = 'strict-origin'
