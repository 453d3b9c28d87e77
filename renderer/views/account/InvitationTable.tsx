import { roleNames, pending as say } from '#renderer/texts/account/invitations.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { Invitation } from '#server/models/accounts/links.ts'
import { LinkTable, type ShownLink } from './LinkTable.tsx'

interface InvitationTableProps {
  invitations: readonly Invitation[]
  /** Links can be mailed. */
  offersMail: boolean
  now: number
}

/** Who was invited and has not come yet, with a new link or none for each. */
export function InvitationTable({ invitations, offersMail, now }: InvitationTableProps) {
  return (
    <Section title={say.title} note={invitations.length === 0 ? say.none : undefined}>
      {invitations.length > 0 && (
        <LinkTable
          links={invitations.map(toLink)}
          texts={say}
          now={now}
          buttons={offersMail ? MailButtons : Buttons}
        />
      )}
    </Section>
  )
}

function toLink({ id, email, role, teams, invitedBy, expiresAt }: Invitation): ShownLink {
  return { id, email, detail: [roleNames[role], ...teams].join(' · '), madeBy: invitedBy, expiresAt }
}

function MailButtons(link: ShownLink) {
  return (
    <>
      <Button name="change" value="mail" aria-label={say.mailOf(link.email)}>
        {say.mail}
      </Button>
      <Buttons {...link} />
    </>
  )
}

function Buttons({ email }: ShownLink) {
  return (
    <>
      <Button name="change" value="renew" aria-label={say.renewOf(email)}>
        {say.renew}
      </Button>
      <Button name="change" value="revoke" aria-label={say.revokeOf(email)}>
        {say.revoke}
      </Button>
    </>
  )
}
