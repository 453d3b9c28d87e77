import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { tracesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/traces.ts'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { CompareMenu } from '#renderer/views/trace/CompareMenu.tsx'
import { CompareRefusal, Comparison } from '#renderer/views/trace/Comparison.tsx'
import { TraceBody } from '#renderer/views/trace/TraceBody.tsx'
import { TraceFacts } from '#renderer/views/trace/TraceFacts.tsx'
import type { loader } from './+loader.ts'

export default function TracePage() {
  const { trace, address, comparison, alike } = usePageData<typeof loader>()
  const { now } = useFrame()
  if (comparison !== null && !('refusal' in comparison))
    return <Comparison comparison={comparison} now={now} />
  return (
    <>
      <Crumbs
        crumbs={[
          { name: say.title, href: tracesPath() },
          { name: trace.traceId, isCode: true },
        ]}
      />
      <PageHead
        title={say.traceTitle(trace)}
        actions={<CompareMenu traceId={trace.traceId} alike={alike} now={now} />}
      />
      {comparison !== null && <CompareRefusal refusal={comparison.refusal} />}
      <TraceFacts trace={trace} now={now} />
      <TraceBody trace={trace} address={address} />
    </>
  )
}
