import { formatBytes } from '#renderer/format/format-bytes.ts'
import { Form } from '#renderer/forms/Form.tsx'
import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { projectPath, projectsPath } from '#renderer/paths.ts'
import { title as projects } from '#renderer/texts/account/projects.ts'
import { cannotUndo, countOf } from '#renderer/texts/frame/deletion.ts'
import { removal as say, title as settings } from '#renderer/texts/settings/project-settings.ts'
import { Button, ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { projectSettingsPath } from '#renderer/views/project/settings/paths.ts'
import styles from '#renderer/views/project/settings/settings.module.css'
import type { loader } from './+loader.ts'

const KINDS = ['issues', 'releases', 'monitors'] as const

/** Asks before a project is deleted, because that cannot be undone, and says what is deleted with it. */
export default function DeleteProjectPage() {
  const { project, contents, sizeBytes } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <>
      <Crumbs
        crumbs={[
          { name: projects, href: projectsPath },
          { name: project.slug, href: projectPath(project.slug), isCode: true },
          { name: settings, href: projectSettingsPath(project.slug) },
        ]}
      />
      <PageHead title={say.title(project.name)} />
      <ActionNotice result={result} />
      <Form className={styles.question}>
        <div>
          <p>{say.goes}</p>
          <ul className={styles.goes}>
            {KINDS.filter((name) => contents[name] > 0).map((name) => (
              <li key={name}>{countOf(contents[name], say.contents[name])}</li>
            ))}
            <li>{say.stored(formatBytes(sizeBytes))}</li>
          </ul>
        </div>
        <p>
          {say.refused} {cannotUndo}
        </p>
        <Field label={say.type(project.name)} name="name" result={result} autoComplete="off" required />
        <div className={styles.ways}>
          <Button weight="main" name="change" value="delete">
            {say.confirm}
          </Button>
          <ButtonLink href={projectSettingsPath(project.slug)}>{say.cancel}</ButtonLink>
        </div>
      </Form>
    </>
  )
}
