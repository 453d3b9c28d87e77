import * as v from 'valibot'
import { parseEmail } from '#server/accounts/credentials.ts'
import { ConfigError, type Environment, parseSetting } from './read-setting.ts'
import { onOrOff } from './setting-schemas.ts'

/** How alerts are sent. */
export interface AlertSettings {
  /** Undefined where no mail can be sent. */
  mail: MailServer | undefined
  /** Whether messages may go to addresses of private networks: to a chat server of one's own. */
  allowsPrivate: boolean
}

export interface MailServer {
  /** `smtp:` or `smtps:`, with user and password where the server wants them. */
  url: string
  /** The address that mails come from, perhaps with a name: `Crumbtrail <alerts@shop.example>`. */
  from: string
}

export function parseAlertSettings(env: Environment): AlertSettings {
  return { mail: parseMail(env), allowsPrivate: parseSetting(env, 'ALERTS_ALLOW_PRIVATE', onOrOff) ?? false }
}

function parseMail(env: Environment): MailServer | undefined {
  const url = env.SMTP_URL?.trim()
  const from = parseSetting(env, 'MAIL_FROM', v.string())
  if (!url && from === undefined) return undefined
  if (!url) throw new ConfigError('MAIL_FROM is set without SMTP_URL')
  // The value is not shown: it has a password.
  if (!isSmtpUrl(url))
    throw new ConfigError('SMTP_URL is set to something else than smtp://USER:PASSWORD@HOST:PORT')
  if (from === undefined)
    throw new ConfigError('SMTP_URL is set without MAIL_FROM, the address that mails come from')
  const sender = parseSender(from)
  if (sender === undefined)
    throw new ConfigError(`MAIL_FROM is ${JSON.stringify(from)}, which is not an email address`)
  return { url, from: sender }
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'smtp:' || url.protocol === 'smtps:') && url.hostname !== ''
}

function parseSender(text: string): string | undefined {
  const [, name, address = text] = /^([^<>\p{C}]*)<([^<>]*)>$/u.exec(text) ?? []
  const parsed = parseEmail(address)
  return parsed && (name === undefined ? parsed : `${name.trim()} <${parsed}>`)
}
