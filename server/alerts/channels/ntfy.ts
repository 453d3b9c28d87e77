import { deliver } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { baseOf, checkFields, matching, webAddress } from './fields/check-fields.ts'
import { secret, shown } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { cutBytes } from './text/cut.ts'
import { headingOf, linksOf } from './text/facts.ts'
import { PLAIN } from './text/formats.ts'
import { writeLines } from './text/message-lines.ts'

const fields = [
  shown('Server URL', 'https://ntfy.sh, or your own server.', { placeholder: 'https://ntfy.sh' }),
  secret(
    'Topic',
    'On ntfy.sh, any user who knows the topic can read it: choose one that cannot be guessed.',
    {
      name: 'topic',
    },
  ),
  secret('Access token', 'For a topic that is protected: the account’s page, Access tokens.', {
    name: 'token',
    isRequired: false,
    placeholder: 'tk_…',
  }),
]

const checks = {
  url: webAddress,
  topic: matching(
    /^[-_A-Za-z0-9]{1,64}$/,
    'has other characters than letters, digits, “-” and “_”, or more than 64',
  ),
}

/** https://docs.ntfy.sh/publish/#publish-as-json: plain text; what is longer than 4,096 bytes would be an attachment. */
export const ntfy: ChannelAdapter = {
  kind: 'ntfy',
  label: 'ntfy',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const links = linksOf(message)
    const body = {
      topic: settings.topic,
      title: headingOf(message, 200),
      message: cutBytes(writeLines(message, PLAIN).lines.join('\n') || message.project.name, 4_000),
      priority: message.urgency === 'urgent' ? 5 : 3,
      click: links[0]?.url,
      actions: links.map(({ text, url }) => ({ action: 'view', label: text, url })),
    }
    const headers = settings.token ? { authorization: `Bearer ${settings.token}` } : {}
    const request = jsonRequest(`${baseOf(settings.url)}/`, body, headers)
    return deliver({ label: 'ntfy', fields }, settings, request, tools)
  },
}
