import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { releasesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/releases.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { SearchForm } from '#renderer/ui/search/SearchForm.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { ReleaseTable } from '#renderer/views/release/ReleaseTable.tsx'
import type { loader } from './+loader.ts'

export default function ReleasesPage() {
  const { releases, intro, refusal, text, savedParams, orders, newer, older } = usePageData<typeof loader>()
  const { now } = useFrame()
  const isEmpty = releases.length === 0 && text === ''
  return (
    <>
      <PageHead title={say.title} intro={intro} />
      {refusal !== null && <Notice tone="refusal">{refusal}</Notice>}
      {isEmpty ? (
        <NoReleases />
      ) : (
        <>
          <ViewTabs label={say.order} tabs={orders} />
          <SearchForm
            action={releasesPath()}
            query={text}
            refusal={null}
            hiddenFields={Object.entries(savedParams)}
            label={say.searchLabel}
            example="2.5"
          />
        </>
      )}
      {releases.length > 0 && <ReleaseTable releases={releases} now={now} />}
      {releases.length === 0 && !isEmpty && (
        <EmptyState title={say.none}>
          <p>{say.noneText}</p>
          <ButtonLink href={releasesPath(savedParams)}>{say.allReleases}</ButtonLink>
        </EmptyState>
      )}
      <Pagination newest={newer.href} older={older.href} labels={[say.newer, say.older]} />
    </>
  )
}

function NoReleases() {
  return (
    <EmptyState title={say.emptyTitle}>
      <p>
        {say.empty[0]}
        <code>{say.emptyOption}</code>
        {say.empty[1]}
      </p>
      <Snippet name="instrument.mjs" code={`Sentry.init({ dsn, release: 'shop@2.5.0' })`} />
    </EmptyState>
  )
}
