import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/issues/feedback.ts'
import { ActionNotice, Notice } from '#renderer/ui/form/Notice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { FeedbackList } from '#renderer/views/feedback/FeedbackList.tsx'
import { ViewTabs } from '#renderer/views/issue/list/ViewTabs.tsx'
import { FirstStepsHtml } from '#renderer/views/project/first-steps/FirstStepsHtml.tsx'
import type { loader } from './+loader.ts'

export default function FeedbackPage() {
  const { feedback, state, refusal, tabs, firstSteps, newer, older } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      {refusal !== null && <Notice tone="refusal">{refusal}</Notice>}
      <ViewTabs label={say.statesLabel} tabs={tabs} />
      <ActionNotice result={result} />
      {feedback.length > 0 && <FeedbackList feedback={feedback} state={state} now={now} />}
      {firstSteps !== null && <FirstStepsHtml html={firstSteps} />}
      {feedback.length === 0 && firstSteps === null && <p>{say.nobody}</p>}
      <Pagination newest={newer.href} older={older.href} labels={[say.newer, say.older]} />
    </>
  )
}
