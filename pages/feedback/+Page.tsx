import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { ActionNotice, Notice } from '#renderer/ui/form/Notice.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { FeedbackList } from '#renderer/views/feedback/FeedbackList.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import type { loader } from './+loader.ts'

export default function FeedbackPage() {
  const { feedback, state, refusal, tabs, isEmpty, newer, older } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      {refusal !== null && <Notice tone="refusal">{refusal}</Notice>}
      <ViewTabs label={say.statesLabel} tabs={tabs} />
      <ActionNotice result={result} />
      {feedback.length > 0 && <FeedbackList feedback={feedback} state={state} now={now} />}
      {feedback.length === 0 && (isEmpty ? <NoFeedback /> : <p>{say.nobody}</p>)}
      <Pagination newest={newer.href} older={older.href} labels={[say.newer, say.older]} />
    </>
  )
}

function NoFeedback() {
  return (
    <EmptyState title={say.emptyTitle}>
      <p>{say.empty}</p>
      <Snippet
        name="main.js"
        code={`Sentry.init({
  dsn,
  integrations: [Sentry.feedbackIntegration({ colorScheme: 'system' })],
})`}
      />
    </EmptyState>
  )
}
