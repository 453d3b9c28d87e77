import { createHmac, timingSafeEqual } from 'node:crypto'
import type { MailLink } from '#server/models/alerts/mail-links.ts'
import { MAIL_REASONS } from '#server/models/alerts/notices.ts'

/**
 * A token that ends mails of an account, and nothing else: it never expires, as a mail may be read after years, and needs no
 * sign-in, as mail programs send it (https://www.rfc-editor.org/rfc/rfc8058).
 */
export function signMailLink({ accountId, reason, issueId }: MailLink, secret: string): string {
  const said = `${accountId}.${reason}.${issueId ?? 0}`
  return `${said}.${signatureOf(said, secret)}`
}

/** Undefined for a token that was not signed with this secret. */
export function readMailLink(token: string, secret: string): MailLink | undefined {
  const [account = '', named, issue = '', signature = ''] = token.slice(0, 200).split('.')
  const reason = MAIL_REASONS.find((known) => known === named)
  if (reason === undefined) return undefined
  const expected = Buffer.from(signatureOf(`${account}.${reason}.${issue}`, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [accountId, issueId] = [Number(account), Number(issue)]
  return { accountId, reason, issueId: issueId === 0 ? undefined : issueId }
}

function signatureOf(said: string, secret: string): string {
  return createHmac('sha256', secret).update(`unsubscribe ${said}`).digest('base64url')
}
