import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { SearchNote } from '#renderer/ui/search/refusal/SearchNote.tsx'
import { FeedbackList } from '#renderer/views/feedback/FeedbackList.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import type { loader } from './+loader.ts'

export default function FeedbackPage() {
  const { feedback, state, query, refusal, all, tabs, firstSteps, newer, older } =
    usePageData<typeof loader>()
  const { now } = useFrame()
  const isReadOnly = !useMay('member')
  const result = useActionResult()
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      <ViewTabs label={say.statesLabel} tabs={tabs} />
      <SearchNote html={refusal} />
      <ActionNotice result={result} />
      {feedback.length > 0 && (
        <FeedbackList feedback={feedback} state={state} now={now} isReadOnly={isReadOnly} />
      )}
      {firstSteps !== null && <FirstStepsHtml html={firstSteps} />}
      {feedback.length === 0 && firstSteps === null && refusal === null && <None query={query} href={all} />}
      <Pagination newest={newer.href} older={older.href} labels={[say.newer, say.older]} />
    </>
  )
}

function None({ query, href }: { query: string; href: string }) {
  if (query === '') return <p>{say.nobody}</p>
  return (
    <EmptyState title={say.noneTitle}>
      <p>{say.noneText}</p>
      <ButtonLink href={href}>{say.allFeedback}</ButtonLink>
    </EmptyState>
  )
}
