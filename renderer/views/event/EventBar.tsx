import { eventPath, issuePath } from '#renderer/paths.ts'
import { chosen, files, ways } from '#renderer/texts/issues/event.ts'
import { PageTime } from '#renderer/ui/content/PageTime.tsx'
import type { EventView } from '#server/desk/events/event-view.ts'
import type { EventDetail } from '#server/models/events.ts'
import styles from './EventBar.module.css'
import { eventFilePath } from './event-paths.ts'
import { eventReasons } from './facts/event-reasons.ts'
import { listSections } from './facts/event-sections.ts'
import { placeText } from './facts/place-text.ts'
import { CopyFile } from './sections/CopyFile.tsx'

interface EventBarProps {
  event: EventDetail
  view: EventView
  /** Of the issue, stored or not. */
  eventCount: number
  /** The issue's page shows the recommended event; an event's own page shows the event of its address. */
  isRecommended: boolean
  now: number
}

/** The bar above an event, with links to other events of its issue, to its files and to its sections. */
export function EventBar({ event, view, eventCount, isRecommended, now }: EventBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <EventNavigationLinks
          event={event}
          view={view}
          eventCount={eventCount}
          isRecommended={isRecommended}
        />
        <p className={styles.why}>
          <PageTime time={event.timestamp} now={now} />
          <Reasons event={event} view={view} isRecommended={isRecommended} />
        </p>
        <ul className={styles.files} aria-label={files.label}>
          <li>
            <a href="#events">{chosen.filter}</a>
          </li>
          <li>
            <CopyFile href={eventFilePath(event, 'assistant.md')}>{files.assistant}</CopyFile>
          </li>
          <li>
            <a href={eventFilePath(event, 'event.json')} rel="external">
              {files.json}
            </a>
          </li>
        </ul>
      </div>
      <nav className={styles.jump} aria-label={ways.jump}>
        <span aria-hidden="true">{ways.jump}</span>
        <ul>
          {listSections(event, view).map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

function Reasons({ event, view, isRecommended }: Pick<EventBarProps, 'event' | 'view' | 'isRecommended'>) {
  const reasons = eventReasons(event, view)
  if (reasons.length > 0) return <span>{ways.has(reasons)}</span>
  return isRecommended && hasOthers(event) ? <span>{ways.most}</span> : null
}

function hasOthers({ olderEventId, newerEventId }: EventDetail): boolean {
  return olderEventId !== null || newerEventId !== null
}

type NavigationProps = Pick<EventBarProps, 'event' | 'view' | 'eventCount' | 'isRecommended'>

function EventNavigationLinks({ event, view, eventCount, isRecommended }: NavigationProps) {
  const { eventId, issueId, olderEventId, newerEventId } = event
  const { firstEventId, lastEventId, place } = view.ways
  if (!hasOthers(event)) return <p className={styles.place}>{eventCount > 1 ? ways.onlyKept : ways.only}</p>
  const way = (id: string | null) => (id === null ? undefined : eventPath(issueId, id))
  const isHere = (id: string | null) => !isRecommended && eventId === id
  return (
    <nav className={styles.ways} aria-label={ways.label}>
      <div className={styles.choice}>
        <Choice
          name={ways.recommended}
          href={issuePath(issueId)}
          isHere={isRecommended}
          title={ways.whyRecommended}
        />
        <Choice name={ways.first} href={way(firstEventId)} isHere={isHere(firstEventId)} />
        <Choice name={ways.last} href={way(lastEventId)} isHere={isHere(lastEventId)} />
      </div>
      <div className={styles.steps}>
        <Step name={ways.older} href={way(olderEventId)} rel="prev" shortcut="p" />
        <Place {...placeText(place, eventCount)} />
        <Step name={ways.newer} href={way(newerEventId)} rel="next" shortcut="n" />
      </div>
    </nav>
  )
}

function Place({ place, noun }: ReturnType<typeof placeText>) {
  return (
    <span className={styles.place} title={noun}>
      {place} <span className={styles.noun}>{noun}</span>
    </span>
  )
}

interface ChoiceProps {
  name: string
  href: string | undefined
  isHere: boolean
  title?: string
}

function Choice({ name, href, isHere, title }: ChoiceProps) {
  return (
    <a href={href} title={title} aria-current={isHere ? 'true' : undefined}>
      {name}
    </a>
  )
}

interface StepProps {
  name: string
  /** Undefined at either end, where the place stays empty, so that the other arrow does not move. */
  href: string | undefined
  rel: 'prev' | 'next'
  /** The desk's shortcuts read this attribute. */
  shortcut: string
}

function Step({ name, href, rel, shortcut }: StepProps) {
  if (href === undefined) return <span className={styles.end} data-step={rel} />
  return (
    <a href={href} rel={rel} title={name} data-key={shortcut} data-step={rel}>
      <span className="visually-hidden">{name}</span>
    </a>
  )
}
