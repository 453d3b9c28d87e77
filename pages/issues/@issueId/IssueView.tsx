import { useMay } from '#renderer/forms/use-may.ts'
import type { ActionResult } from '#renderer/page/action.ts'
import { useActionResult, useFrame } from '#renderer/page/page-data.ts'
import { ActionNotice, Notice } from '#renderer/ui/form/Notice.tsx'
import { Acknowledged } from '#renderer/views/acknowledge/Acknowledged.tsx'
import { EventAside, IssueAside } from '#renderer/views/event/EventAside.tsx'
import { EventBar } from '#renderer/views/event/EventBar.tsx'
import { EventBody, EventLead } from '#renderer/views/event/EventBody.tsx'
import { EventLayout } from '#renderer/views/event/EventLayout.tsx'
import { IssueEvents } from '#renderer/views/issue/events/IssueEvents.tsx'
import { ActivitySection } from '#renderer/views/issue/handling/ActivitySection.tsx'
import { IssueActions } from '#renderer/views/issue/handling/IssueActions.tsx'
import { SplitSection } from '#renderer/views/issue/handling/SplitSection.tsx'
import { StateLine } from '#renderer/views/issue/handling/StateLine.tsx'
import { IssueBand } from '#renderer/views/issue/head/IssueBand.tsx'
import { IssueHeader } from '#renderer/views/issue/IssueHeader.tsx'
import { SimilarIssues } from '#renderer/views/issue/SimilarIssues.tsx'
import { SuspectCommits } from '#renderer/views/issue/SuspectCommits.tsx'
import { TagFacets } from '#renderer/views/issue/TagFacets.tsx'
import { LinkedIssues } from '#renderer/views/issue/trackers/LinkedIssues.tsx'
import type { readIssue } from './read-issue.ts'

type IssueData = NonNullable<Awaited<ReturnType<typeof readIssue>>>

/** An issue with one of its events: the recommended one, or on an event's own page the one of its address. */
export function IssueView(data: IssueData) {
  const { handling, assignees, shown, isRecommended } = data
  // The heading of an event's page says what the event says; an issue's says what the latest one does.
  const issue = shown === null || isRecommended ? data.issue : { ...data.issue, value: shown.event.value }
  const result = useActionResult()
  const { now } = useFrame()
  const isReadOnly = !useMay('member')
  return (
    <div data-level={issue.level}>
      <IssueHeader
        issue={issue}
        now={now}
        {...(shown === null || isRecommended ? {} : { eventId: shown.event.eventId })}
        actions={
          <IssueActions
            handling={handling}
            assignees={assignees}
            suggested={data.suggested}
            viewerId={data.viewerId}
            environments={environmentsOf(data.tags)}
            event={shown?.event}
            trackers={data.trackers.offers}
            isAcknowledged={data.acknowledged !== null}
            isReadOnly={isReadOnly}
          />
        }
      />
      {/* The heading already says in which release it regressed. */}
      {(issue.regressedIn === null || handling.state.status !== 'open') && (
        <StateLine issueId={issue.id} handling={handling} now={now} />
      )}
      <Acknowledged acknowledged={data.acknowledged} now={now} isReadOnly={isReadOnly} />
      <LinkedIssues linked={data.trackers.linked} isReadOnly={isReadOnly} />
      <ActionNotice result={withoutField(result)} />
      <div role="status" data-live-issue={issue.id} />
      {data.refusal !== null && <Notice tone="warning">{data.refusal}</Notice>}
      <IssueBand
        issue={issue}
        history={data.history}
        range={data.range}
        rangeName={data.rangeName}
        usersName={data.usersName}
        now={now}
      />
      {shown !== null && (
        <EventBar
          event={shown.event}
          view={shown.view}
          eventCount={issue.eventCount}
          isRecommended={isRecommended}
          now={now}
        />
      )}
      <EventLayout
        lead={
          shown !== null && (
            <EventLead
              {...shown}
              editor={data.editor}
              heading={issue}
              now={now}
              afterStack={<SuspectCommits {...data} projectSlug={issue.projectSlug} now={now} />}
            />
          )
        }
        facts={shown !== null && <EventAside event={shown.event} tags={data.tags} now={now} />}
        body={
          <>
            {shown !== null && <EventBody event={shown.event} view={shown.view} />}
            {!isReadOnly && handling.groupings.length > 1 && (
              <SplitSection issueId={issue.id} groupings={handling.groupings} />
            )}
            <IssueEvents {...data} lastEventId={shown?.view.ways.lastEventId ?? null} />
          </>
        }
        rest={<Rest {...data} />}
      />
    </div>
  )
}

function environmentsOf(tags: IssueData['tags']): string[] {
  const tag = tags.find(({ key }) => key === 'environment')
  return tag === undefined ? [] : tag.topValues.map(({ value }) => value)
}

function Rest({ issue, handling, assignees, viewerId, tags, similar }: IssueData) {
  const { now } = useFrame()
  return (
    <IssueAside>
      <TagFacets tags={tags} issueId={issue.id} />
      <ActivitySection
        issueId={issue.id}
        activity={handling.activity}
        viewerId={viewerId}
        now={now}
        assignees={assignees}
        isSubscribed={handling.isSubscribed}
        isReadOnly={!useMay('member')}
      />
      <SimilarIssues issues={similar} now={now} />
    </IssueAside>
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
