import type { ChannelTools, OutgoingAnswer } from '#server/alerts/channels/channel.ts'
import { isMailAddress, judgeMail } from '#server/alerts/channels/email.ts'
import type { LinkMailed, LinkToMail } from '#server/models/accounts/links.ts'
import { SECOND_MS } from '#server/protocol/time.ts'
import { composeLinkMail } from './compose-link-mail.ts'

export interface LinkMailOptions {
  send: NonNullable<ChannelTools['mail']>
  /** The desk's address. */
  publicUrl: string
  /** Makes the id of a mail. */
  newKey: () => string
  /** Milliseconds after which the answer no longer waits for the mail server. */
  deadlineMs?: number
}

/** Somebody waits for the page, and a mail server that does not answer at once may answer to nobody. */
const DEADLINE_MS = 10 * SECOND_MS

/**
 * Mails a link once, and says what became of it. It never throws, and the link is in no answer: it is not stored as alerts
 * are, because their mails can be read by admins for a month.
 */
export async function mailLink(mail: LinkToMail, options: LinkMailOptions): Promise<LinkMailed> {
  const { send, publicUrl, newKey, deadlineMs = DEADLINE_MS } = options
  const { to } = mail
  if (!isMailAddress(to))
    return { to, failure: 'Cannot send mail: the mail server would not take this address.' }
  const answer = await within(deadlineMs, send(composeLinkMail(mail, { publicUrl, key: newKey() })))
  if (answer === undefined) {
    const seconds = deadlineMs / SECOND_MS
    return {
      to,
      failure: `The mail server did not answer within ${seconds} seconds. The mail may still arrive.`,
    }
  }
  return { to, failure: judgeMail(answer).reason }
}

/** Undefined where there is no answer in time. */
async function within(
  durationMs: number,
  answer: Promise<OutgoingAnswer>,
): Promise<OutgoingAnswer | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), durationMs)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
