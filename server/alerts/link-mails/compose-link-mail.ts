import type { OutgoingMail } from '#server/alerts/channels/channel.ts'
import {
  button,
  mailPage,
  paragraph,
  small,
  text as toHtml,
} from '#server/alerts/channels/mail/html-parts.ts'
import { oneLine } from '#server/alerts/channels/text/cut.ts'
import type { LinkToMail } from '#server/models/accounts/links.ts'

/** Writes the mail with a link. Nothing in it but the link is a secret, and nothing in it is loaded or counted. */
export function composeLinkMail(
  mail: LinkToMail,
  { publicUrl, key }: { publicUrl: string; key: string },
): OutgoingMail {
  const { host, hostname } = new URL(publicUrl)
  const { subject, heading, why, act, unexpected } = wordsOf(mail, { host, publicUrl })
  const until = `The link works once, until ${DATE.format(mail.expiresAt)} UTC. Whoever has it can use it, so do not forward it.`
  return {
    to: [mail.to],
    subject,
    text: [heading, why, `${act}:\n${mail.link}`, until, unexpected].join('\n\n'),
    html: mailPage(heading, [
      paragraph(toHtml(why, 1_000)),
      paragraph(button({ text: act, url: mail.link })),
      small(toHtml(until, 300)),
      small(toHtml(unexpected, 300)),
    ]),
    // https://www.rfc-editor.org/rfc/rfc3834
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    messageId: `${mail.kind}-${key}@${hostname.replace(/[^A-Za-z0-9.-]/g, '-')}`,
    inReplyTo: undefined,
  }
}

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function wordsOf({ kind, to, madeBy }: LinkToMail, { host, publicUrl }: { host: string; publicUrl: string }) {
  const who = oneLine(madeBy, 300)
  switch (kind) {
    case 'invitation':
      return {
        subject: `Invitation to Crumbtrail at ${host}`,
        heading: 'You are invited to Crumbtrail',
        why: `${who} invites you to the Crumbtrail desk at ${publicUrl}, where a team sees the errors of its software.`,
        act: 'Accept the invitation',
        unexpected: 'If you did not expect this, ignore this mail.',
      }
    case 'reset':
      return {
        subject: `New password for Crumbtrail at ${host}`,
        heading: 'Choose a new password',
        why: `${who} made a link for your account ${oneLine(to, 300)} at ${publicUrl}. With it you choose a new password.`,
        act: 'Choose a new password',
        unexpected: 'If you did not ask for this, ignore this mail: your password stays as it is.',
      }
    case 'forgotten':
      return {
        subject: `New password for Crumbtrail at ${host}`,
        heading: 'Choose a new password',
        why: `Somebody asked at ${publicUrl} for a new password for your account ${oneLine(to, 300)}.`,
        act: 'Choose a new password',
        unexpected: 'If that was not you, ignore this mail: your password stays as it is.',
      }
    case 'address':
      return {
        subject: `Confirm your address for Crumbtrail at ${host}`,
        heading: 'Confirm your new address',
        why: `${who} asked for the address ${oneLine(to, 300)} at the Crumbtrail desk ${publicUrl}, instead of the one that the account has now.`,
        act: 'Confirm the address',
        unexpected: 'If that was not you, ignore this mail: the account keeps its address.',
      }
  }
}
