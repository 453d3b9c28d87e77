import type { DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type { Verdict } from './answers/deliver.ts'
import type { ChannelAdapter, OutgoingAnswer, OutgoingMail } from './channel.ts'
import { checkFields } from './fields/check-fields.ts'
import { shown } from './fields/fields.ts'
import { mailHeaders, mailIds, mailSubject } from './mail/mail-headers.ts'
import { mailHtml } from './mail/mail-html.ts'
import { mailText } from './mail/mail-text.ts'
import { cutBytes } from './text/cut.ts'

const MOST_ADDRESSES = 20

const fields = [
  shown('Addresses', `At most ${MOST_ADDRESSES}, with commas between them.`, {
    name: 'to',
    placeholder: 'alerts@shop.example',
  }),
]

const checks = { to: addressesFault }

/** Mail in text and HTML, through the mail server of the desk. */
export const email: ChannelAdapter = {
  kind: 'email',
  label: 'Email',
  fields,
  check: (settings) => checkFields(fields, settings, checks),
  async send(settings, message, tools) {
    const to = addressesOf(settings.to ?? '')
    const [address = '', another] = to
    // A link to unsubscribe is of one reader: whoever else gets it could unsubscribe that one.
    const unsubscribeUrl = another === undefined ? tools.unsubscribeUrl?.(address, message) : undefined
    const mail: OutgoingMail = {
      to,
      subject: mailSubject(message),
      text: mailText(message, unsubscribeUrl),
      html: mailHtml(message, unsubscribeUrl),
      headers: mailHeaders(message, unsubscribeUrl),
      ...mailIds(message),
    }
    const answer = await (tools.mail?.(mail) ?? NO_SERVER)
    return answerOf(answer, mail, unsubscribeUrl)
  },
}

const NO_SERVER: OutgoingAnswer = { error: 'no mail server is set (SMTP_URL)', isFinal: false }

const addressesOf = (list: string): string[] =>
  list
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** One address that no mail program reads as two, or as a name. */
export const isMailAddress = (address: string): boolean =>
  /^[^\s@<>()",;:\\[\]]{1,64}@[A-Za-z0-9.-]{1,255}$/.test(address)

function addressesFault(list: string): string | undefined {
  const addresses = addressesOf(list)
  if (addresses.length > MOST_ADDRESSES) return `has more than ${MOST_ADDRESSES} addresses`
  const wrong = addresses.find((address) => !isMailAddress(address))
  if (wrong !== undefined) return `contains “${wrong}”, which is not an email address`
  return addresses.length === 0 ? 'has no address' : undefined
}

/** What admins see of a mail: its text, without the link that is of its reader alone. */
function answerOf(answer: OutgoingAnswer, mail: OutgoingMail, unsubscribeUrl = ''): DeliveryAnswer {
  const sent = `To: ${mail.to.join(', ')}\nSubject: ${mail.subject}\n\n${mail.text}`
  const request = unsubscribeUrl === '' ? sent : sent.replaceAll(unsubscribeUrl, '[hidden]')
  return {
    ...judgeMail(answer),
    status: 'error' in answer ? undefined : answer.status,
    retryAfterMs: undefined,
    request: cutBytes(request, 4_096),
    response: 'error' in answer ? '' : cutBytes(answer.body, 1_024),
  }
}

/** Replies of SMTP: 4yz asks to try again, 5yz not to (https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1). */
export function judgeMail(answer: OutgoingAnswer): Verdict {
  if ('error' in answer) {
    return { state: answer.isFinal ? 'refused' : 'later', reason: `Cannot send mail: ${answer.error}.` }
  }
  const { status } = answer
  if (status >= 200 && status < 300) return { state: 'delivered', reason: undefined }
  return { state: status < 500 ? 'later' : 'refused', reason: `The mail server answered ${status}.` }
}
