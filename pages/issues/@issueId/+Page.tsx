import type { ActionResult } from '../../../renderer/action.ts'
import { formatCount } from '../../../renderer/format.ts'
import { useActionResult, useFrame, usePageData } from '../../../renderer/page-data.ts'
import { eventPath, issuePath } from '../../../renderer/paths.ts'
import { Pagination } from '../../../renderer/ui/content/Pagination.tsx'
import { Section } from '../../../renderer/ui/content/Section.tsx'
import { EventAside } from '../../../renderer/ui/event/EventAside.tsx'
import { EventBody } from '../../../renderer/ui/event/EventBody.tsx'
import { EventLayout } from '../../../renderer/ui/event/EventLayout.tsx'
import { ActionNotice } from '../../../renderer/ui/form/Notice.tsx'
import { EventTable } from '../../../renderer/ui/issue/EventTable.tsx'
import { ActivitySection } from '../../../renderer/ui/issue/handling/ActivitySection.tsx'
import { IssueActions } from '../../../renderer/ui/issue/handling/IssueActions.tsx'
import { SplitSection } from '../../../renderer/ui/issue/handling/SplitSection.tsx'
import { StateLine } from '../../../renderer/ui/issue/handling/StateLine.tsx'
import { IssueFacts } from '../../../renderer/ui/issue/IssueFacts.tsx'
import { IssueHeader } from '../../../renderer/ui/issue/IssueHeader.tsx'
import { TagFacets } from '../../../renderer/ui/issue/TagFacets.tsx'
import { Trend } from '../../../renderer/ui/issue/Trend.tsx'
import type { loader } from './+loader.ts'

export default function IssuePage() {
  const { issue, handling, latest, isBeginningGone, events, tags, nextCursor, isFirstPage, ...others } =
    usePageData<typeof loader>()
  const result = useActionResult()
  const { now } = useFrame()
  return (
    <div data-level={issue.level}>
      <IssueHeader issue={issue} now={now} />
      <IssueFacts issue={issue} now={now} />
      <StateLine issueId={issue.id} handling={handling} now={now} />
      <ActionNotice result={withoutField(result)} />
      <IssueActions issue={issue} handling={handling} accounts={others.accounts} latest={latest} />
      <EventLayout aside={latest !== null && <EventAside event={latest} now={now} />}>
        <Trend hourlyCounts={issue.hourlyCounts} now={now} />
        {latest !== null && <EventBody event={latest} />}
        {handling.groupings.length > 1 && <SplitSection issueId={issue.id} groupings={handling.groupings} />}
        <ActivitySection
          issueId={issue.id}
          activity={handling.activity}
          viewerId={others.viewerId}
          now={now}
        />
        <TagFacets tags={tags} />
        <Section
          id="events"
          title="Events"
          note={`${formatCount(issue.eventCount, 'event')}${isBeginningGone ? ', not all of them kept' : ''}`}
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

/** The fields are in menus, which may be folded: what is wrong with one is said where it is seen. */
function withoutField(result: ActionResult | undefined): ActionResult | undefined {
  if (result?.kind !== 'refused') return result
  const { field: _field, ...rest } = result
  return rest
}
