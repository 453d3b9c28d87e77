import { eventPath } from '#renderer/paths.ts'
import { files, ways } from '#renderer/texts/issues/event.ts'
import type { EventView } from '#server/desk/events/event-view.ts'
import type { EventDetail } from '#server/models/events.ts'
import styles from './EventBar.module.css'
import { eventFilePath } from './event-paths.ts'
import { listSections } from './facts/event-sections.ts'
import { CopyFile } from './sections/CopyFile.tsx'

interface EventBarProps {
  event: EventDetail
  view: EventView
  eventCount: number
}

/** The bar above an event, with links to other events of its issue, to its files and to its sections. */
export function EventBar({ event, view, eventCount }: EventBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <EventNavigationLinks event={event} view={view} eventCount={eventCount} />
        <ul className={styles.files} aria-label={files.label}>
          <li>
            <CopyFile href={eventFilePath(event, 'assistant.md')}>{files.assistant}</CopyFile>
          </li>
          <li>
            <a href={eventFilePath(event, 'event.md')} rel="external">
              {files.markdown}
            </a>
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

function EventNavigationLinks({ event, view, eventCount }: EventBarProps) {
  const { eventId, olderEventId, newerEventId } = event
  const { firstEventId, lastEventId, recommendedEventId } = view.ways
  const place = placeOf(event, eventCount)
  if (olderEventId === null && newerEventId === null) return <p className={styles.place}>{place}</p>
  const way = (id: string | null) => (id === null ? undefined : eventPath(event.issueId, id))
  return (
    <nav className={styles.ways} aria-label={ways.label}>
      <Way name={ways.first} href={way(firstEventId)} isHere={eventId === firstEventId} />
      <Way name={ways.older} href={way(olderEventId)} rel="prev" shortcut="p" />
      <Way name={ways.newer} href={way(newerEventId)} rel="next" shortcut="n" />
      <Way name={ways.last} href={way(lastEventId)} isHere={eventId === lastEventId} />
      <Way
        name={ways.recommended}
        href={way(recommendedEventId)}
        isHere={eventId === recommendedEventId}
        title={ways.whyRecommended}
      />
      {place !== undefined && <p className={styles.place}>{place}</p>}
    </nav>
  )
}

interface WayProps {
  name: string
  href: string | undefined
  rel?: string
  /** The desk's shortcuts read this attribute. */
  shortcut?: string
  isHere?: boolean
  title?: string
}

function Way({ name, href, rel, shortcut, isHere = false, title }: WayProps) {
  if (href === undefined) return <span>{name}</span>
  return (
    <a href={href} rel={rel} title={title} data-key={shortcut} aria-current={isHere ? 'true' : undefined}>
      {name}
      {rel !== undefined && <span className="visually-hidden">{ways.event}</span>}
    </a>
  )
}

function placeOf({ olderEventId, newerEventId }: EventDetail, eventCount: number): string | undefined {
  if (olderEventId === null && newerEventId === null) {
    return eventCount > 1 ? ways.onlyKept : ways.only
  }
  return undefined
}
