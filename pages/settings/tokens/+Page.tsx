import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { apiDocsPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/account/tokens.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { NewSecret } from '#renderer/views/token/NewSecret.tsx'
import styles from '#renderer/views/token/Token.module.css'
import { TokenForm } from '#renderer/views/token/TokenForm.tsx'
import { TokenTable } from '#renderer/views/token/TokenTable.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function TokensPage() {
  const { own, organization, scopes, projects } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult<typeof action>()
  const made = result?.kind === 'done' ? result.value : undefined
  return (
    <>
      <PageHead
        title={say.title}
        intro={
          <>
            {say.intro}{' '}
            <a href={apiDocsPath} rel="external">
              {say.apiDocs}
            </a>
          </>
        }
      />
      <div className={styles.page}>
        <ActionNotice result={result} />
        {made !== undefined && (
          <NewSecret
            key={made.token}
            title={say.made.title(made.name)}
            secret={made.token}
            once={say.made.once}
          />
        )}
        <Section title={say.own} note={say.ownNote}>
          <TokenTable tokens={own} none={say.noneOwn} now={now} />
        </Section>
        {organization !== null && (
          <Section title={say.organization} note={say.organizationNote}>
            <TokenTable tokens={organization} none={say.noneOfOrganization} now={now} />
          </Section>
        )}
        <Section title={say.form.title}>
          <TokenForm scopes={scopes} projects={projects} hasOwner={organization !== null} result={result} />
        </Section>
      </div>
    </>
  )
}
