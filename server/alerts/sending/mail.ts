import type { Transporter } from 'nodemailer'
import type { OutgoingAnswer, OutgoingMail } from '#server/alerts/channels/channel.ts'

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password; `?name=` is what this host calls itself to the server. */
  smtpUrl: string
  /** The setting `MAIL_FROM`: `alerts@shop.example`, or `Crumbtrail <alerts@shop.example>`. */
  from: string
  timeoutMs?: number
}

export interface Mailer {
  /** Sends a mail; the status is the mail server's, as `250`, `451` or `550`. It never throws. */
  send(mail: OutgoingMail): Promise<OutgoingAnswer>
  /** Ends the connections that are kept. */
  close(): void
}

/** Sends mail through an SMTP server, which is reached with the first mail: nodemailer is loaded then. */
export function createMailer({ smtpUrl, from, timeoutMs = 20_000 }: MailSettings): Mailer {
  let opening: Promise<Transporter> | undefined
  let isClosed = false

  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...serverOf(smtpUrl),
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      logger: false, // its log contains the conversation with the server
    })
  }

  return {
    async send(mail) {
      if (isClosed) return { error: 'the desk is stopping', isFinal: false }
      try {
        opening ??= open()
        const transporter = await opening
        const { inReplyTo, ...parts } = mail
        const thread = inReplyTo ? { inReplyTo: `<${inReplyTo}>`, references: `<${inReplyTo}>` } : {}
        const sent = await transporter.sendMail({
          ...parts,
          ...thread,
          from,
          to: [...mail.to],
          headers: { ...mail.headers },
          messageId: `<${mail.messageId}>`,
        })
        return acceptedAnswer(sent)
      } catch (error) {
        return failedAnswer(error)
      }
    },
    close() {
      isClosed = true
      void opening?.then((transporter) => transporter.close())
    },
  }
}

/** The parts of `SMTP_URL`. Nodemailer would read options of its own from the query: only `name` is meant. */
function serverOf(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const name = url.searchParams.get('name')
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(name ? { name } : {}),
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
  }
}

function acceptedAnswer({
  response,
  rejected,
}: {
  response?: string | undefined
  rejected?: unknown[] | undefined
}): OutgoingAnswer {
  const left = rejected?.length ? `\nRefused addresses: ${rejected.join(', ')}` : ''
  return { status: 250, headers: {}, body: `${response ?? ''}${left}` }
}

/** The user or password that a server refuses is the operator's to correct, and the mail can be sent then. */
function failedAnswer(error: unknown): OutgoingAnswer {
  const { code, responseCode, response } = (error ?? {}) as SmtpError // what nodemailer adds to its errors
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return { error: 'the mail server refused the user or password of SMTP_URL', isFinal: false }
  }
  if (responseCode !== undefined) return { status: responseCode, headers: {}, body: response ?? '' }
  const isOfAddresses = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isOfAddresses) return { error: 'the mail has no valid address', isFinal: true }
  return { error: `the mail server cannot be reached${code ? ` (${code})` : ''}`, isFinal: false }
}

interface SmtpError {
  code?: string
  responseCode?: number
  response?: string
}
