import { DELIVERED, deliver, type Verdict } from './answers/deliver.ts'
import { parseAnswer } from './answers/retry-after.ts'
import type { ChannelAdapter } from './channel.ts'
import { addressAt, checkFields } from './fields/check-fields.ts'
import { secret } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { headingOf } from './text/facts.ts'
import { SLACK } from './text/formats.ts'
import { writeLines } from './text/message-lines.ts'

const fields = [
  secret('Webhook URL', 'In Slack: your app, Incoming Webhooks, Add New Webhook to Workspace.', {
    placeholder: 'https://hooks.slack.com/services/…',
  }),
]

const checks = { url: addressAt(['hooks.slack.com', 'hooks.slack-gov.com'], '/') }

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: blocks, in which foreign text is no markup. */
export const slack: ChannelAdapter = {
  kind: 'slack',
  label: 'Slack',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const { lines, links } = writeLines(message, SLACK)
    const sections = [...lines, links].map((text) => ({
      type: 'section',
      // Slack looks for names and addresses in text that is not verbatim.
      text: { type: 'mrkdwn', text, verbatim: true },
    }))
    const body = {
      text: SLACK.text(headingOf(message, 300), 300),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: headingOf(message, 150), emoji: false } },
        ...sections,
      ],
      unfurl_links: false,
      unfurl_media: false,
    }
    return deliver({ label: 'Slack', fields, judgeBody }, settings, jsonRequest(settings.url, body), tools)
  },
}

/** Slack answers `ok`, and some of its errors with status 200 as well. An answer that was cut off says nothing. */
function judgeBody(body: string): Verdict {
  if (body.trim() === 'ok' || parseAnswer(body).ok === true) return DELIVERED
  if (body === '') return { state: 'later', reason: 'Slack did not say whether it took the message.' }
  return { state: 'refused', reason: 'Slack refused the message.' }
}
