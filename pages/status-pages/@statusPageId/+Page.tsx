import { useActionResult, usePageData } from '#renderer/page/page-data.ts'
import { statusPagesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/uptime/status-pages.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import { StatusPageForm } from '#renderer/views/status/StatusPageForm.tsx'
import { StatusPageSide } from '#renderer/views/status/StatusPageSide.tsx'
import type { loader } from './+loader.ts'

export default function StatusPagePage() {
  const { page, choices } = usePageData<typeof loader>()
  const result = useActionResult()
  return (
    <>
      <Crumbs crumbs={[{ name: say.title, href: statusPagesPath }]} />
      <PageHead title={page.title} />
      <ActionNotice result={result} />
      <WithAside
        lead={<StatusPageForm saved={page} choices={choices} result={result} />}
        aside={<StatusPageSide page={page} />}
      >
        {null}
      </WithAside>
    </>
  )
}
