import type { LinkMailer } from '#server/accounts/begin-session.ts'
import { systemRandom } from '#server/accounts/secrets.ts'
import type { ChannelTools } from '#server/alerts/channels/channel.ts'
import { newMessageKey } from '#server/alerts/message-key.ts'
import { mailLink } from './mail-link.ts'

/** Mails the links that people ask for themselves. Undefined where no mail server is set. */
export function createLinkMailer(
  send: ChannelTools['mail'],
  { publicUrl, onFailure }: Pick<LinkMailer, 'onFailure'> & { publicUrl: string },
): LinkMailer | undefined {
  if (send === undefined) return undefined
  const options = { send, publicUrl, newKey: () => newMessageKey(systemRandom) }
  return { mail: (link) => mailLink(link, options), onFailure }
}
