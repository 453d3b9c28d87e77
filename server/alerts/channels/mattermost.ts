import { deliver } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { checkFields, webAddress } from './fields/check-fields.ts'
import { secret } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { MARKDOWN } from './text/formats.ts'
import { joinWithin, writeLines } from './text/message-lines.ts'

const fields = [
  secret('Webhook URL', 'In Mattermost: Integrations, Incoming Webhooks, Add Incoming Webhook.', {
    placeholder: 'https://mattermost.example/hooks/…',
  }),
]

const checks = { url: webAddress }

/** Servers before 5.0 cut posts there; later ones take 16,383 characters. */
const MOST_CHARS = 4_000

/** https://developers.mattermost.com/integrate/webhooks/incoming/: Markdown, in which `@all` would be a mention. */
export const mattermost: ChannelAdapter = {
  kind: 'mattermost',
  label: 'Mattermost',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const { heading, lines, links } = writeLines(message, MARKDOWN)
    const body = { text: joinWithin([heading, ...lines, links], MOST_CHARS) }
    return deliver({ label: 'Mattermost', fields }, settings, jsonRequest(settings.url, body), tools)
  },
}
