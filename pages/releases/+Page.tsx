import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/releases.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { SearchNote } from '#renderer/ui/search/refusal/SearchNote.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import { ReleaseTable } from '#renderer/views/release/ReleaseTable.tsx'
import type { loader } from './+loader.ts'

export default function ReleasesPage() {
  const { releases, firstSteps, intro, refusal, all, orders, newer, older } = usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <>
      <PageHead title={say.title} intro={intro} />
      {firstSteps !== null ? (
        <FirstStepsHtml html={firstSteps} />
      ) : (
        <>
          <ViewTabs label={say.order} tabs={orders} />
          <SearchNote html={refusal} />
        </>
      )}
      {releases.length > 0 && <ReleaseTable releases={releases} now={now} />}
      {releases.length === 0 && firstSteps === null && refusal === null && (
        <EmptyState title={say.none}>
          <p>{say.noneText}</p>
          <ButtonLink href={all}>{say.allReleases}</ButtonLink>
        </EmptyState>
      )}
      <Pagination newest={newer.href} older={older.href} labels={[say.newer, say.older]} />
    </>
  )
}
