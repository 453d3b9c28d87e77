import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { monitorsPath } from '#renderer/paths.ts'
import { title as monitors } from '#renderer/texts/monitors.ts'
import { form as say } from '#renderer/texts/uptime/checks.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { CheckForm } from '#renderer/views/uptime/CheckForm.tsx'
import styles from '#renderer/views/uptime/uptime.module.css'
import type { loader } from './+loader.ts'

export default function NewCheckPage() {
  const { projects, chosen } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <div className={styles.page}>
      <Crumbs crumbs={[{ name: monitors, href: monitorsPath() }]} />
      <PageHead title={say.newTitle} intro={say.intro} />
      <ActionNotice result={result} />
      <CheckForm projects={projects} chosenProject={chosen} result={result} />
    </div>
  )
}
