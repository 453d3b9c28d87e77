import { formatCount } from '../../../renderer/format.ts'
import { useFrame, usePageData } from '../../../renderer/page-data.ts'
import { eventPath, issuePath } from '../../../renderer/paths.ts'
import { Pagination } from '../../../renderer/ui/content/Pagination.tsx'
import { Section } from '../../../renderer/ui/content/Section.tsx'
import { EventAside } from '../../../renderer/ui/event/EventAside.tsx'
import { EventBody } from '../../../renderer/ui/event/EventBody.tsx'
import { EventLayout } from '../../../renderer/ui/event/EventLayout.tsx'
import { EventTable } from '../../../renderer/ui/issue/EventTable.tsx'
import { IssueFacts } from '../../../renderer/ui/issue/IssueFacts.tsx'
import { IssueHeader } from '../../../renderer/ui/issue/IssueHeader.tsx'
import { TagFacets } from '../../../renderer/ui/issue/TagFacets.tsx'
import { Trend } from '../../../renderer/ui/issue/Trend.tsx'
import type { loader } from './+loader.ts'

export default function IssuePage() {
  const { issue, latest, events, tags, nextCursor, isFirstPage } = usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <div data-level={issue.level}>
      <IssueHeader issue={issue} now={now} />
      <IssueFacts issue={issue} now={now} />
      <EventLayout aside={latest !== null && <EventAside event={latest} now={now} />}>
        <Trend hourlyCounts={issue.hourlyCounts} now={now} />
        {latest !== null && <EventBody event={latest} />}
        <TagFacets tags={tags} />
        <Section
          id="events"
          title="Events"
          note={formatCount(issue.eventCount, 'event')}
          aside={latest !== null && <a href={eventPath(issue.id, latest.eventId)}>Open the latest event</a>}
        >
          {events.length === 0 ? <NoEvents /> : <EventTable events={events} now={now} />}
        </Section>
        <Pagination
          newest={isFirstPage ? undefined : `${issuePath(issue.id)}#events`}
          older={nextCursor === null ? undefined : `${issuePath(issue.id, { cursor: nextCursor })}#events`}
        />
      </EventLayout>
    </div>
  )
}

function NoEvents() {
  return <p>No event of this issue is kept any more.</p>
}
