import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { general as say } from '#renderer/texts/settings/project-settings.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { EnvironmentsForm } from '#renderer/views/project/settings/EnvironmentsForm.tsx'
import { NamesForm } from '#renderer/views/project/settings/NamesForm.tsx'
import { deleteProjectPath } from '#renderer/views/project/settings/paths.ts'
import { RepositoryForm } from '#renderer/views/project/settings/RepositoryForm.tsx'
import { SettingsHead } from '#renderer/views/project/settings/SettingsHead.tsx'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { loader } from './+loader.ts'

export default function ProjectSettingsPage() {
  const { project, names, environments, environmentNames, repository } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <>
      <SettingsHead project={project} part="general" />
      <div className={styles.page}>
        <ActionNotice result={result} />
        <NamesForm names={names} result={result} />
        <RepositoryForm setting={repository} result={result} />
        <EnvironmentsForm setting={environments} names={environmentNames} />
        {!project.isGoing && (
          <Section title={say.deleteTitle}>
            <div className={styles.form}>
              <p>{say.deleteWhat}</p>
              <div>
                <ButtonLink href={deleteProjectPath(project.slug)}>{say.deleteLink}</ButtonLink>
              </div>
            </div>
          </Section>
        )}
      </div>
    </>
  )
}
