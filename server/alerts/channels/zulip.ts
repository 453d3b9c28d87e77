import { DELIVERED, deliver, type Verdict } from './answers/deliver.ts'
import { parseAnswer } from './answers/retry-after.ts'
import type { ChannelAdapter } from './channel.ts'
import { baseOf, checkFields, matching, webAddress } from './fields/check-fields.ts'
import { secret, shown } from './fields/fields.ts'
import { CODED } from './text/formats.ts'
import { joinWithin, writeLines } from './text/message-lines.ts'

const fields = [
  shown('Zulip URL', 'Where your organization is.', {
    name: 'site',
    placeholder: 'https://shop.zulipchat.com',
  }),
  shown('Bot email', 'In Zulip: Personal settings, Bots, Add a new bot (Incoming webhook).', {
    name: 'email',
    placeholder: 'alerts-bot@shop.zulipchat.com',
  }),
  secret('API key', 'Beside the bot’s name.', { name: 'key' }),
  shown('Channel', 'The channel’s name.', { name: 'stream' }),
  shown('Topic', 'At most 60 characters.', { name: 'topic', placeholder: 'Alerts' }),
]

const checks = {
  site: webAddress,
  email: matching(/^[^\s@:]{1,200}@[^\s@:]{1,200}$/, 'is not an email address'),
  stream: matching(/^.{1,60}$/u, 'is longer than 60 characters'),
  topic: matching(/^.{1,60}$/u, 'is longer than 60 characters'),
}

/** https://zulip.com/api/send-message: a form; content has at most 10,000 characters. */
export const zulip: ChannelAdapter = {
  kind: 'zulip',
  label: 'Zulip',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const { site, email = '', key = '', stream = '', topic = '' } = settings
    const { heading, lines, links } = writeLines(message, CODED)
    const content = joinWithin([heading, ...lines, links], 10_000)
    const request = {
      method: 'POST',
      url: `${baseOf(site)}/api/v1/messages`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
      },
      body: new URLSearchParams({ type: 'stream', to: stream, topic, content }).toString(),
    } as const
    return deliver({ label: 'Zulip', fields, judgeBody }, settings, request, tools)
  },
}

function judgeBody(body: string): Verdict {
  const { result, code } = parseAnswer(body)
  if (result !== 'error') return DELIVERED
  if (code === 'RATE_LIMIT_HIT') return { state: 'later', reason: 'Zulip receives too many messages.' }
  return { state: 'refused', reason: 'Zulip refused the message.' }
}
