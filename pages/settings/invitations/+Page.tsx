import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/invitations.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { AddressTable } from '#renderer/views/account/AddressTable.tsx'
import styles from '#renderer/views/account/account.module.css'
import { InvitationTable } from '#renderer/views/account/InvitationTable.tsx'
import { InviteForm } from '#renderer/views/account/InviteForm.tsx'
import { MadeLink } from '#renderer/views/account/MadeLink.tsx'
import { ResetTable } from '#renderer/views/account/ResetTable.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function InvitationsPage() {
  const { invitations, resets, teams, addresses, isOwner, offersMail, now } = usePageData<typeof loader>()
  const result = useActionResult<typeof action>()
  const made = result?.kind === 'done' ? result.value : undefined
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={offersMail ? say.introMailed : say.intro} />
      <ActionNotice result={result} />
      {made !== undefined && (
        <MadeLink
          title={say.made.title(made.email)}
          name={say.made.link}
          link={made.link}
          once={say.made.once}
          expiresAt={made.expiresAt}
          mailed={made.mailed}
        />
      )}
      <InviteForm teams={teams} mayMakeOwners={isOwner} offersMail={offersMail} result={result} />
      <InvitationTable invitations={invitations} offersMail={offersMail} now={now} />
      {resets.length > 0 && <ResetTable resets={resets} now={now} />}
      {addresses.length > 0 && <AddressTable addresses={addresses} now={now} />}
    </div>
  )
}
