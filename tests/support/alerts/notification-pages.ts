import { signMailLink } from '#server/accounts/mail-links/sign-mail-link.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { queryDesk } from '#tests/support/desk/processes/desk-database.ts'

const SECRET = 'the secret of links in mails'

/** A link of the first account that is in its mails about assignments; the desk has its secret. */
export const mailLink = `/unsubscribe/${signMailLink({ accountId: 1, reason: 'assigned', issueId: undefined }, SECRET)}`

/** Gives the desk the secret of the link above, as its first mail would have made one. */
export async function addMailSecret(desk: DeskProcess): Promise<void> {
  await queryDesk(desk, "insert into setting (key, value) values ('secret_mail_links', ?)", [SECRET])
}

export const notificationPlaces = {
  '/unsubscribe/@token': { path: mailLink, heading: 'Mails from Crumbtrail', isPublic: true },
}

export const notificationForms = {
  '/settings/notifications': {
    path: '/settings/notifications',
    typed: { From: '22:00', Until: '07:00' },
    button: 'Save quiet hours',
    heading: 'Notifications',
    refused: {
      typed: { From: '22:00', Until: '22:00' },
      says: 'Cannot save the quiet hours',
      kept: { From: '22:00', Until: '22:00' },
    },
  },
  '/unsubscribe/@token': {
    path: mailLink,
    isPublic: true,
    button: 'End: Mails about assignments',
    heading: 'Mails from Crumbtrail',
  },
}
