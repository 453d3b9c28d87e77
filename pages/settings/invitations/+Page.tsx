import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/invitations.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { AddressTable } from '#renderer/views/account/AddressTable.tsx'
import styles from '#renderer/views/account/account.module.css'
import { InvitationTable } from '#renderer/views/account/InvitationTable.tsx'
import { InviteForm } from '#renderer/views/account/InviteForm.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function InvitationsPage() {
  const { invitations, teams, addresses, isOwner, now } = usePageData<typeof loader>()
  const result = useActionResult<typeof action>()
  const made = result?.kind === 'done' ? result.value : undefined
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <ActionNotice result={result} />
      {made !== undefined && (
        <Section title={say.made.title(made.email)}>
          <div className={styles.link} role="status">
            <Snippet name={say.made.link} code={made.link} />
            <p className={styles.hint}>
              {say.made.once}
              <Time time={made.expiresAt} />.
            </p>
          </div>
        </Section>
      )}
      <InviteForm teams={teams} mayMakeOwners={isOwner} result={result} />
      <InvitationTable invitations={invitations} now={now} />
      {addresses.length > 0 && <AddressTable addresses={addresses} now={now} />}
    </div>
  )
}
