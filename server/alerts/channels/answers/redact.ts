import type { ChannelField } from '#server/models/alerts/channels.ts'
import type { ChannelSettings, OutgoingRequest } from '../channel.ts'

const HIDDEN = '[hidden]'

/** Headers that say how a request proves itself. */
const PROOFS = /^(?:authorization|webhook-signature|sentry-hook-signature)$/i

/** Replaces each secret of a channel in a text, in the ways in which a request can spell it. */
export function hideSecrets(
  text: string,
  settings: ChannelSettings,
  fields: readonly ChannelField[],
): string {
  const spellings = fields
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ name }) => {
      const secret = settings[name] ?? ''
      const inJson = JSON.stringify(secret).slice(1, -1)
      return [secret, inJson, encodeURIComponent(secret), pathOf(secret)]
    })
  return spellings
    .filter((spelling) => spelling.length > 1)
    .sort((one, other) => other.length - one.length)
    .reduce((hidden, spelling) => hidden.replaceAll(spelling, HIDDEN), text)
}

/** What follows the host of an address that is a secret: services echo it without the host. */
function pathOf(secret: string): string {
  const url = URL.parse(secret)
  return url ? `${url.pathname}${url.search}` : ''
}

/** A request as admins see it: without what would let them, or who reads over their shoulder, send in the channel's name. */
export function describeRequest(
  { method, url, headers, body }: OutgoingRequest,
  settings: ChannelSettings,
  fields: readonly ChannelField[],
): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${PROOFS.test(name) ? HIDDEN : value}`,
  )
  const whole = [`${method} ${withoutQuery(url, settings, fields)}`, ...lines, '', body].join('\n')
  return hideSecrets(whole, settings, fields)
}

/** Keeps the host of a secret address, so that it shows where a request went. Queries of others often hold tokens. */
function withoutQuery(address: string, settings: ChannelSettings, fields: readonly ChannelField[]): string {
  const url = URL.parse(address)
  if (!url) return HIDDEN
  const isSecret = fields.some(({ name, isSecret }) => isSecret && settings[name]?.startsWith(url.origin))
  if (isSecret) return `${url.origin}/${HIDDEN}`
  return `${url.origin}${url.pathname}${url.search ? `?${HIDDEN}` : ''}`
}
