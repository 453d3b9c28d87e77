import { hash } from 'node:crypto'
import { DAY_MS } from '#server/protocol/time.ts'
import { deliver } from '../answers/deliver.ts'
import type { ChannelAdapter, OutgoingRequest } from '../channel.ts'
import { checkFields } from '../fields/check-fields.ts'
import { secret } from '../fields/fields.ts'
import { encryptPush } from './encrypt.ts'
import { pushPayload } from './payload.ts'
import { vapidAuthorization } from './vapid.ts'

// A browser fills them in: nobody types them.
const fields = [
  secret('Endpoint', '', { name: 'endpoint' }),
  secret('Public key', '', { name: 'p256dh' }),
  secret('Authentication secret', '', { name: 'auth' }),
]

/** So long a service keeps a message for a browser that is not running: over a weekend. */
const KEPT_SECONDS = (3 * DAY_MS) / 1_000

/** A notification in a browser of an account (https://www.rfc-editor.org/rfc/rfc8030). */
export const push: ChannelAdapter = {
  kind: 'push',
  label: 'Browser',
  fields,
  check: (settings) => checkFields(fields, settings, {}),
  async send(settings, message, tools) {
    const { endpoint = '', p256dh = '', auth = '' } = settings
    if (tools.push === undefined) throw new Error('Cannot notify a browser: no keys were given')
    const { keys, contact } = tools.push
    const payload = pushPayload(message)
    const bytes = encryptPush(Buffer.from(JSON.stringify(payload)), { p256dh, auth })
    const request: OutgoingRequest = {
      method: 'POST',
      url: endpoint,
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(KEPT_SECONDS),
        urgency: message.urgency === 'urgent' ? 'high' : 'normal',
        topic: topicOf(payload.tag),
        authorization: vapidAuthorization(await keys(), { endpoint, contact, now: tools.now() }),
      },
      body: `[${bytes.length} encrypted bytes]`,
      bytes,
    }
    const answer = await deliver({ label: 'The push service', fields }, settings, request, tools)
    const isGone = answer.status === 404 || answer.status === 410
    return isGone ? { ...answer, isGone } : answer
  },
}

/** Replaces a message that the service still keeps, as a notification replaces the one with its tag; 32 characters at most. */
const topicOf = (tag: string): string => hash('sha256', tag, 'base64url').slice(0, 32)
