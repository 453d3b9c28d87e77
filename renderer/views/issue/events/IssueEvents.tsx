import { use } from 'react'
import { ReaderContext } from '#renderer/format/LocaleContext.ts'
import { formatReaderTime } from '#renderer/format/reader-time.ts'
import { useFrame } from '#renderer/page/page-data.ts'
import { eventPath, type FilterParams, issuePath } from '#renderer/paths.ts'
import { chosen as say, sections, state } from '#renderer/texts/issues/event.ts'
import { Notice } from '#renderer/ui/form/Notice.tsx'
import { Pagination } from '#renderer/ui/page/Pagination.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { eventOffersOf } from '#renderer/ui/search/offers-of.ts'
import { SearchForm } from '#renderer/ui/search/SearchForm.tsx'
import type { ShownTrendRange } from '#renderer/views/issue/trend/trend-text.ts'
import type { EventSummary } from '#server/models/events.ts'
import { EventTable } from './EventTable.tsx'
import styles from './IssueEvents.module.css'

interface IssueEventsProps {
  issue: { id: number; eventCount: number }
  events: {
    items: EventSummary[]
    nextCursor: string | null
    /** How far back was searched, if not to the end. */
    searchedUntil: number | null
    /** Why the search could not be read. */
    refusal: string | null
  }
  query: string
  range: ShownTrendRange
  rangeName: string
  /** The address parameters that select the period. */
  periodParams: Record<string, string>
  isFirstPage: boolean
  /** Some of the issue's first events have been deleted. */
  isBeginningGone: boolean
  lastEventId: string | null
}

/** The events of an issue, the newest first: all, or those of a period or a search. */
export function IssueEvents(props: IssueEventsProps) {
  const { issue, events, query, range, rangeName, periodParams, isFirstPage, isBeginningGone } = props
  const { now } = useFrame()
  const isChosen = range === 'chosen'
  const isLimited = isChosen || query !== ''
  const filter = { ...periodParams, ...(query === '' ? {} : { query }) }
  return (
    <div>
      <Section
        id="events"
        title={sections.events}
        note={isChosen ? say.note(rangeName) : query === '' && state.count(issue.eventCount, isBeginningGone)}
        aside={
          isLimited ? (
            <a href={eventsHref(issue.id)}>{say.all}</a>
          ) : (
            props.lastEventId !== null && (
              <a href={eventPath(issue.id, props.lastEventId)}>{state.openLatest}</a>
            )
          )
        }
      >
        <div className={styles.search}>
          <SearchForm
            action={eventsHref(issue.id)}
            query={query}
            hiddenFields={Object.entries(periodParams)}
            label={say.search}
            example={say.example}
            offers={eventOffersOf(issue.id)}
          />
          {events.refusal !== null && <Notice tone="warning">{events.refusal}</Notice>}
        </div>
        {events.items.length > 0 ? (
          <EventTable events={events.items} now={now} />
        ) : (
          events.refusal === null && (
            <p className={styles.none}>
              {query === '' ? (isChosen ? say.none : state.noEvents) : say.noMatch}
            </p>
          )
        )}
        {events.searchedUntil !== null && <SearchedUntil time={events.searchedUntil} />}
      </Section>
      <Pagination
        newest={isFirstPage ? undefined : eventsHref(issue.id, filter)}
        older={
          events.nextCursor === null
            ? undefined
            : eventsHref(issue.id, { ...filter, cursor: events.nextCursor })
        }
        labels={[say.newest, events.searchedUntil === null ? say.older : say.further]}
      />
    </div>
  )
}

function SearchedUntil({ time }: { time: number }) {
  const reader = use(ReaderContext)
  return (
    // The language data of server and browser may differ in age.
    <p className={styles.none} suppressHydrationWarning>
      {say.searchedUntil(formatReaderTime(time, reader))}
    </p>
  )
}

function eventsHref(issueId: number, params: FilterParams = {}): string {
  return `${issuePath(issueId, params)}#events`
}
