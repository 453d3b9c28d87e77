import type { LinkMailer } from '#server/accounts/begin-session.ts'
import type { LinkToMail } from '#server/models/accounts/links.ts'

/** Keeps the links that a desk would mail. With `failure` the mail server takes none. */
export function mailedLinks(failure?: string): { mailer: LinkMailer; links: LinkToMail[] } {
  const links: LinkToMail[] = []
  const mailer: LinkMailer = {
    async mail(link) {
      links.push(link)
      return { to: link.to, failure }
    },
    onFailure(thrown) {
      throw thrown
    },
  }
  return { mailer, links }
}
