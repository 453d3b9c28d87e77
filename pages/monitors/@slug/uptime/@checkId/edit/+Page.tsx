import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { checkPath, monitorsPath } from '#renderer/paths.ts'
import { title as monitors } from '#renderer/texts/monitors.ts'
import { form as say } from '#renderer/texts/uptime/checks.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { CheckForm } from '#renderer/views/uptime/CheckForm.tsx'
import styles from '#renderer/views/uptime/uptime.module.css'
import type { loader } from './+loader.ts'

export default function EditCheckPage() {
  const { check } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <Crumbs
        crumbs={[
          { name: monitors, href: monitorsPath() },
          { name: check.name, href: checkPath(check.project.slug, check.id) },
        ]}
      />
      <PageHead title={say.editTitle(check.name)} intro={say.intro} />
      <ActionNotice result={result} />
      <CheckForm saved={check} result={result} />
    </div>
  )
}
