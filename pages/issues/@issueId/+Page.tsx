import type { ActionResult } from '#renderer/page/action.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { eventPath, issuePath } from '#renderer/paths.ts'
import { chosen, sections, state } from '#renderer/texts/issues/event.ts'
import { ActionNotice, Notice } from '#renderer/ui/form/Notice.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { EventAside, IssueAside } from '#renderer/views/event/EventAside.tsx'
import { EventBar } from '#renderer/views/event/EventBar.tsx'
import { EventBody } from '#renderer/views/event/EventBody.tsx'
import { EventLayout } from '#renderer/views/event/EventLayout.tsx'
import { EventTable } from '#renderer/views/issue/EventTable.tsx'
import { ActivitySection } from '#renderer/views/issue/handling/ActivitySection.tsx'
import { IssueActions } from '#renderer/views/issue/handling/IssueActions.tsx'
import { SplitSection } from '#renderer/views/issue/handling/SplitSection.tsx'
import { StateLine } from '#renderer/views/issue/handling/StateLine.tsx'
import { IssueFacts } from '#renderer/views/issue/IssueFacts.tsx'
import { IssueHeader } from '#renderer/views/issue/IssueHeader.tsx'
import { SimilarIssues } from '#renderer/views/issue/SimilarIssues.tsx'
import { TagFacets } from '#renderer/views/issue/TagFacets.tsx'
import { Trend } from '#renderer/views/issue/trend/Trend.tsx'
import type { loader } from './+loader.ts'

type IssueData = Awaited<ReturnType<typeof loader>>

export default function IssuePage() {
  const data = usePageData<typeof loader>()
  const { issue, handling, accounts, latest, view, history, range } = data
  const result = useActionResult()
  const { now } = useFrame()
  return (
    <div data-level={issue.level}>
      <IssueHeader
        issue={issue}
        now={now}
        actions={<IssueActions issue={issue} handling={handling} accounts={accounts} latest={latest} />}
      />
      <IssueFacts issue={issue} now={now} />
      <StateLine issueId={issue.id} handling={handling} now={now} />
      <ActionNotice result={withoutField(result)} />
      <div role="status" data-live-issue={issue.id} />
      {data.refusal !== null && <Notice tone="warning">{data.refusal}</Notice>}
      <EventLayout
        facts={latest !== null && <EventAside event={latest} now={now} />}
        rest={<Rest {...data} />}
      >
        {history !== null && (
          <Trend issueId={issue.id} history={history} range={range} name={data.rangeName} now={now} />
        )}
        {latest !== null && view !== null && (
          <>
            <EventBar event={latest} view={view} eventCount={issue.eventCount} />
            <EventBody
              event={latest}
              view={view}
              relatedEvents={data.otherSides}
              leftOut={data.leftOut}
              editor={data.editor}
              now={now}
            />
          </>
        )}
        {handling.groupings.length > 1 && <SplitSection issueId={issue.id} groupings={handling.groupings} />}
        <Events {...data} />
      </EventLayout>
    </div>
  )
}

function Rest({ issue, handling, viewerId, tags, similar }: IssueData) {
  const { now } = useFrame()
  return (
    <IssueAside>
      <TagFacets tags={tags} projectSlug={issue.projectSlug} />
      <ActivitySection issueId={issue.id} activity={handling.activity} viewerId={viewerId} now={now} />
      <SimilarIssues issues={similar} now={now} />
    </IssueAside>
  )
}

function Events({ issue, latest, isBeginningGone, events, nextCursor, isFirstPage, ...trend }: IssueData) {
  const { now } = useFrame()
  const { range, rangeName, periodParams } = trend
  const isChosen = range === 'chosen'
  return (
    <div>
      <Section
        id="events"
        title={sections.events}
        note={isChosen ? chosen.note(rangeName) : state.count(issue.eventCount, isBeginningGone)}
        aside={
          isChosen ? (
            <a href={`${issuePath(issue.id)}#events`}>{chosen.all}</a>
          ) : (
            latest !== null && <a href={eventPath(issue.id, latest.eventId)}>{state.openLatest}</a>
          )
        }
      >
        {events.length === 0 ? (
          <p>{isChosen ? chosen.none : state.noEvents}</p>
        ) : (
          <EventTable events={events} now={now} />
        )}
      </Section>
      <Pagination
        newest={isFirstPage ? undefined : `${issuePath(issue.id, periodParams)}#events`}
        older={
          nextCursor === null
            ? undefined
            : `${issuePath(issue.id, { ...periodParams, cursor: nextCursor })}#events`
        }
      />
    </div>
  )
}

/**
 * Menus may be collapsed, and would hide a message at one of their fields. So the message loses its field
 * and is shown at the top of the page.
 */
function withoutField(result: ActionResult | undefined): ActionResult | undefined {
  if (result?.kind !== 'refused') return result
  const { field: _field, ...rest } = result
  return rest
}
