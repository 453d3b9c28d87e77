import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/monitors.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { EmptyState } from '#renderer/ui/page/EmptyState.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { checkInSnippets } from '#renderer/views/monitor/check-in-snippets.ts'
import { MonitorTable } from '#renderer/views/monitor/MonitorTable.tsx'
import type { loader } from './+loader.ts'

export default function MonitorsPage() {
  const { monitors, example, next, first } = usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      {monitors.length === 0 ? (
        <EmptyState title={say.emptyTitle}>
          <p>{say.empty}</p>
          {checkInSnippets(example, 'nightly-report').map((snippet) => (
            <Snippet key={snippet.name} {...snippet} />
          ))}
        </EmptyState>
      ) : (
        <MonitorTable monitors={monitors} now={now} />
      )}
      <Pagination newest={first} older={next} labels={[say.first, say.more]} />
    </>
  )
}
