import type { ActionResult } from '../../../renderer/action.ts'
import { useActionResult, useFrame, usePageData } from '../../../renderer/page-data.ts'
import { eventPath, issuePath } from '../../../renderer/paths.ts'
import { chosen, sections, state } from '../../../renderer/texts/event.ts'
import { Pagination } from '../../../renderer/ui/content/Pagination.tsx'
import { Section } from '../../../renderer/ui/content/Section.tsx'
import { EventAside } from '../../../renderer/ui/event/EventAside.tsx'
import { EventBar } from '../../../renderer/ui/event/EventBar.tsx'
import { EventBody } from '../../../renderer/ui/event/EventBody.tsx'
import { EventLayout } from '../../../renderer/ui/event/EventLayout.tsx'
import { ActionNotice, Notice } from '../../../renderer/ui/form/Notice.tsx'
import { EventTable } from '../../../renderer/ui/issue/EventTable.tsx'
import { ActivitySection } from '../../../renderer/ui/issue/handling/ActivitySection.tsx'
import { IssueActions } from '../../../renderer/ui/issue/handling/IssueActions.tsx'
import { SplitSection } from '../../../renderer/ui/issue/handling/SplitSection.tsx'
import { StateLine } from '../../../renderer/ui/issue/handling/StateLine.tsx'
import { IssueAside } from '../../../renderer/ui/issue/IssueAside.tsx'
import { IssueFacts } from '../../../renderer/ui/issue/IssueFacts.tsx'
import { IssueHeader } from '../../../renderer/ui/issue/IssueHeader.tsx'
import { SimilarIssues } from '../../../renderer/ui/issue/SimilarIssues.tsx'
import { TagFacets } from '../../../renderer/ui/issue/TagFacets.tsx'
import { Trend } from '../../../renderer/ui/issue/Trend.tsx'
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
              otherSides={data.otherSides}
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
  const { range, rangeName, kept } = trend
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
        newest={isFirstPage ? undefined : `${issuePath(issue.id, kept)}#events`}
        older={
          nextCursor === null ? undefined : `${issuePath(issue.id, { ...kept, cursor: nextCursor })}#events`
        }
      />
    </div>
  )
}

/** The fields are in menus, which may be folded: what is wrong with one is said where it is seen. */
function withoutField(result: ActionResult | undefined): ActionResult | undefined {
  if (result?.kind !== 'refused') return result
  const { field: _field, ...rest } = result
  return rest
}
