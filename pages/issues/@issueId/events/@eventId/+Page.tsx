import { useFrame, usePageData } from '../../../../../renderer/page-data.ts'
import { RawJson } from '../../../../../renderer/ui/content/RawJson.tsx'
import { EventAside } from '../../../../../renderer/ui/event/EventAside.tsx'
import { EventBody } from '../../../../../renderer/ui/event/EventBody.tsx'
import { EventLayout } from '../../../../../renderer/ui/event/EventLayout.tsx'
import { EventNeighbours } from '../../../../../renderer/ui/event/EventNeighbours.tsx'
import { GroupingDetails } from '../../../../../renderer/ui/event/GroupingDetails.tsx'
import { OtherSides } from '../../../../../renderer/ui/event/OtherSides.tsx'
import { IssueHeader } from '../../../../../renderer/ui/issue/IssueHeader.tsx'
import type { loader } from './+loader.ts'

export default function EventPage() {
  const { issue, event, otherSides } = usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <div data-level={event.level}>
      <IssueHeader issue={{ ...issue, value: event.value }} now={now} eventId={event.eventId} />
      <EventNeighbours event={event} eventCount={issue.eventCount} />
      <EventLayout aside={<EventAside event={event} now={now} />}>
        <OtherSides sides={otherSides} now={now} />
        <EventBody event={event} />
        <GroupingDetails grouping={event.grouping} />
        <RawJson title="The event as it is stored" value={event.payload} />
      </EventLayout>
    </div>
  )
}
