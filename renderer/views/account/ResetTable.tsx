import { resets as say } from '#renderer/texts/account/invitations.ts'
import { Button } from '#renderer/ui/form/Button.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import type { Reset } from '#server/models/accounts/links.ts'
import { LinkTable, type ShownLink } from './LinkTable.tsx'

/** Who may choose a new password by a link; each can be revoked. */
export function ResetTable({ resets, now }: { resets: readonly Reset[]; now: number }) {
  return (
    <Section title={say.title}>
      <LinkTable links={resets} texts={say} now={now} buttons={Revoke} />
    </Section>
  )
}

function Revoke({ email }: ShownLink) {
  return (
    <Button name="change" value="revoke-reset" aria-label={say.revokeOf(email)}>
      {say.revoke}
    </Button>
  )
}
