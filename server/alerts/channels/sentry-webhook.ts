import type { AlertSubject } from '#server/models/alerts/messages.ts'
import { deliver, worstOf } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { checkFields, matching, webAddress } from './fields/check-fields.ts'
import { secret, shown } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { sentryBody, signSentryHook } from './signing/sentry-body.ts'

const fields = [
  shown('URL', 'A receiver of Sentry’s issue alerts.', { placeholder: 'https://shop.example/sentry' }),
  secret('Client secret', 'The secret with which the receiver checks Sentry-Hook-Signature.', {
    name: 'secret',
  }),
]

const checks = {
  url: webAddress,
  secret: matching(/^.{16,200}$/, 'has fewer than 16 characters, or more than 200'),
}

/** What Sentry sends to an integration for an issue alert: a request for each issue. */
export const sentryWebhook: ChannelAdapter = {
  kind: 'sentry-webhook',
  label: 'Sentry webhook',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  async send(settings, message, tools) {
    const sendOne = (subject: AlertSubject | undefined, index: number) => {
      const request = jsonRequest(settings.url, sentryBody(message, subject))
      const headers = {
        ...request.headers,
        'sentry-hook-resource': 'event_alert',
        'sentry-hook-timestamp': String(Math.floor(tools.now() / 1_000)),
        'sentry-hook-signature': signSentryHook(request.body, settings.secret ?? ''),
        'request-id': index === 0 ? message.key : `${message.key}-${index + 1}`,
      }
      return deliver({ label: 'The webhook', fields }, settings, { ...request, headers }, tools)
    }
    const [subject, ...others] = message.subjects
    const first = await sendOne(subject, 0)
    const rest = []
    for (const [index, other] of others.entries()) rest.push(await sendOne(other, index + 1))
    return worstOf([first, ...rest])
  },
}
