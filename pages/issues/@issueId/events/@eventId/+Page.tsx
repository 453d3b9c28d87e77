import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { EventAside } from '#renderer/views/event/EventAside.tsx'
import { EventBar } from '#renderer/views/event/EventBar.tsx'
import { EventBody } from '#renderer/views/event/EventBody.tsx'
import { EventLayout } from '#renderer/views/event/EventLayout.tsx'
import { IssueHeader } from '#renderer/views/issue/IssueHeader.tsx'
import type { loader } from './+loader.ts'

export default function EventPage() {
  const { issue, event, leftOut, otherSides, view, editor } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  return (
    <div data-level={event.level}>
      <IssueHeader issue={{ ...issue, value: event.value }} now={now} eventId={event.eventId} />
      <div role="status" data-live-issue={issue.id} />
      <ActionNotice result={result} />
      <EventLayout facts={<EventAside event={event} now={now} />}>
        <EventBar event={event} view={view} eventCount={issue.eventCount} />
        <EventBody
          event={event}
          view={view}
          relatedEvents={otherSides}
          leftOut={leftOut}
          editor={editor}
          now={now}
        />
      </EventLayout>
    </div>
  )
}
