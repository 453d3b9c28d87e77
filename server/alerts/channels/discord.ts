import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { deliver } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { addressAt, checkFields } from './fields/check-fields.ts'
import { secret } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { headingOf } from './text/facts.ts'
import { MARKDOWN } from './text/formats.ts'
import { joinWithin, writeLines } from './text/message-lines.ts'

const fields = [
  secret(
    'Webhook URL',
    'In Discord: the channel’s settings, Integrations, Webhooks, New Webhook, Copy URL.',
    {
      placeholder: 'https://discord.com/api/webhooks/…',
    },
  ),
]

const HOSTS = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com']
const checks = { url: addressAt(HOSTS, '/api/') }

/** https://docs.discord.com/developers/resources/webhook#execute-webhook: one embed, with at most 6,000 characters. */
export const discord: ChannelAdapter = {
  kind: 'discord',
  label: 'Discord',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const { lines, links } = writeLines(message, MARKDOWN)
    const body = {
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: MARKDOWN.text(headingOf(message, 256), 256),
          url: message.url,
          description: joinWithin([...lines, links], 4_096),
          color: colorOf(message),
          timestamp: new Date(message.at).toISOString(),
        },
      ],
    }
    const request = jsonRequest(waiting(settings.url), body)
    return deliver({ label: 'Discord', fields }, settings, request, tools)
  },
}

/** Discord then answers when the message is there, or says why it is not. */
function waiting(address = ''): string {
  const url = URL.parse(address)
  url?.searchParams.set('wait', 'true')
  return url?.href ?? address
}

function colorOf({ subjects: [first] }: AlertMessage): number {
  switch (first?.level) {
    case 'warning':
      return 0xdc6803
    case 'info':
    case 'debug':
      return 0x1570ef
    default:
      return 0xd92d20
  }
}
