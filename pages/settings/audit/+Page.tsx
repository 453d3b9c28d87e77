import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/account/audit.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { AuditSearch } from '#renderer/views/audit/AuditSearch.tsx'
import { AuditTable } from '#renderer/views/audit/AuditTable.tsx'
import { auditPath } from '#renderer/views/audit/paths.ts'
import type { loader } from './+loader.ts'

export default function AuditPage() {
  const { entries, query, action, refusal, hiddenFields, isFiltered, file, newest, older } =
    usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      {refusal !== null && <Notice tone="refusal">{refusal}</Notice>}
      <AuditSearch query={query} action={action} hiddenFields={hiddenFields} file={file} />
      {entries.length > 0 && <AuditTable entries={entries} now={now} />}
      {entries.length === 0 && older !== undefined && <p>{say.notSearched}</p>}
      {entries.length === 0 && older === undefined && <None isFiltered={isFiltered} />}
      <Pagination newest={newest} older={older} labels={[say.newest, say.older]} />
    </>
  )
}

function None({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <p>{say.noneYet}</p>
  return (
    <EmptyState title={say.noneTitle}>
      <p>{say.noneText}</p>
      <ButtonLink href={auditPath()}>{say.anyAction}</ButtonLink>
    </EmptyState>
  )
}
