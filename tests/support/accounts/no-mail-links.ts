import type { MailLinks } from '#server/accounts/mail-links/mail-links.ts'

/** Those of a visit that has none. */
export const NO_MAIL_LINKS: MailLinks = {
  ...{ read: async () => undefined, end: async () => undefined },
  ...{ begin: async () => undefined, endAtOnce: async () => undefined },
}
