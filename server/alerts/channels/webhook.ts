import { deliver } from './answers/deliver.ts'
import type { ChannelAdapter } from './channel.ts'
import { checkFields, webAddress } from './fields/check-fields.ts'
import { secret, shown } from './fields/fields.ts'
import { jsonRequest } from './fields/json-request.ts'
import { secretFault, signStandardWebhook } from './signing/standard-webhooks.ts'
import { webhookBody } from './signing/webhook-body.ts'

const fields = [
  shown('URL', 'A POST request of JSON is sent there.', { placeholder: 'https://shop.example/alerts' }),
  secret('Signing secret', '“whsec_” followed by the output of “openssl rand -base64 32”.', {
    name: 'secret',
    placeholder: 'whsec_…',
  }),
  secret('Previous secret', 'While you replace the secret: messages are signed with both.', {
    name: 'previousSecret',
    isRequired: false,
    placeholder: 'whsec_…',
  }),
]

const checks = { url: webAddress, secret: secretFault, previousSecret: secretFault }

/** Our own format: JSON by version, signed as Standard Webhooks. */
export const webhook: ChannelAdapter = {
  kind: 'webhook',
  label: 'Webhook',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  send(settings, message, tools) {
    const { url, secret = '', previousSecret = '' } = settings
    const request = jsonRequest(url, webhookBody(message))
    const secrets = [secret, previousSecret].filter((each) => each !== '')
    const signed = signStandardWebhook({ id: message.key, at: tools.now(), body: request.body }, secrets)
    const headers = { ...request.headers, ...signed }
    return deliver({ label: 'The webhook', fields }, settings, { ...request, headers }, tools)
  },
}
