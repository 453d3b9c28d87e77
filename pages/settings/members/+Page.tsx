import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/members.ts'
import { KeyValueList } from '#renderer/ui/content/KeyValueList.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { MadeLink } from '#renderer/views/account/MadeLink.tsx'
import { MemberList } from '#renderer/views/member/MemberList.tsx'
import { MemberRemoval } from '#renderer/views/member/MemberRemoval.tsx'
import { ROLES } from '#server/models/accounts/roles.ts'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'
import styles from './members.module.css'

export default function MembersPage() {
  const { members, toRemove, roles } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  const made = result?.kind === 'done' ? result.value : undefined
  return (
    <div className={styles.page}>
      <PageHead title={say.title} intro={say.intro} />
      <ActionNotice result={result} />
      {made !== undefined && (
        <MadeLink
          title={say.madeReset.title(made.email)}
          name={say.madeReset.link}
          link={made.link}
          once={made.mailed ? say.madeReset.onceMailed : say.madeReset.once}
          expiresAt={made.expiresAt}
          mailed={made.mailed}
        />
      )}
      {toRemove !== null && <MemberRemoval member={toRemove} />}
      <MemberList members={members} roles={roles} now={now} />
      <Section title={say.rolesTitle}>
        <KeyValueList
          shape="values"
          entries={ROLES.map((role) => ({ name: say.roles[role], value: say.what[role] }))}
        />
      </Section>
    </div>
  )
}
