import type { AlertMessage } from '#server/models/alerts/messages.ts'
import { deliver } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { addressAt, checkFields } from './fields/check-fields.ts'
import { secret } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { oneLine } from './text/cut.ts'
import { headingOf, linksOf } from './text/facts.ts'
import { HTML } from './text/formats.ts'
import { writeLines } from './text/message-lines.ts'

const fields = [
  secret('Webhook URL', 'In Google Chat: the space’s menu, Apps & integrations, Webhooks, Add webhook.', {
    placeholder: 'https://chat.googleapis.com/v1/spaces/…',
  }),
]

const checks = { url: addressAt(['chat.googleapis.com'], '/v1/spaces/') }

/** https://developers.google.com/workspace/chat/quickstart/webhooks: a card, since its text is HTML and has no mentions. */
export const googleChat: ChannelAdapter = {
  kind: 'google-chat',
  label: 'Google Chat',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const paragraphs = writeLines(message, HTML).lines.map((text) => ({ textParagraph: { text } }))
    const buttons = linksOf(message).map(({ text, url }) => ({ text, onClick: { openLink: { url } } }))
    const card = {
      header: { title: headingOf(message, 200), subtitle: oneLine(message.project.name, 100) },
      sections: [{ widgets: [...paragraphs, { buttonList: { buttons } }] }],
    }
    const body = { cardsV2: [{ cardId: message.key, card }], ...threadOf(message) }
    const request = jsonRequest(threaded(settings.url), body)
    return deliver({ label: 'Google Chat', fields }, settings, request, tools)
  },
}

/** Messages about one thing are in one thread. */
function threadOf({ subjects: [first, second] }: AlertMessage) {
  return first && !second ? { thread: { threadKey: first.id } } : {}
}

function threaded(address = ''): string {
  const url = URL.parse(address)
  url?.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
  return url?.href ?? address
}
