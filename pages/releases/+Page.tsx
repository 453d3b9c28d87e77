import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { releasesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/releases.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { SearchForm } from '#renderer/ui/search/SearchForm.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import { ReleaseTable } from '#renderer/views/release/ReleaseTable.tsx'
import type { loader } from './+loader.ts'

export default function ReleasesPage() {
  const { releases, firstSteps, intro, refusal, query, savedParams, orders, newer, older } =
    usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <>
      <PageHead title={say.title} intro={intro} />
      {firstSteps !== null ? (
        <FirstStepsHtml html={firstSteps} />
      ) : (
        <>
          <ViewTabs label={say.order} tabs={orders} />
          <SearchForm
            action={releasesPath()}
            query={query}
            refusal={refusal}
            hiddenFields={Object.entries(savedParams)}
            label={say.searchLabel}
            example={say.searchExample}
          />
        </>
      )}
      {releases.length > 0 && <ReleaseTable releases={releases} now={now} />}
      {releases.length === 0 && firstSteps === null && refusal === null && (
        <EmptyState title={say.none}>
          <p>{say.noneText}</p>
          <ButtonLink href={releasesPath(savedParams)}>{say.allReleases}</ButtonLink>
        </EmptyState>
      )}
      <Pagination newest={newer.href} older={older.href} labels={[say.newer, say.older]} />
    </>
  )
}
