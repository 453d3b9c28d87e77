import { clipText, formatCount } from '#renderer/format/format.ts'
import { sections, showAll } from '#renderer/texts/issues/event.ts'
import { Section } from '#renderer/ui/page/Section.tsx'
import { eventsWithTagPath } from '#renderer/views/event/facts/tag-query.ts'
import styles from './TagsSection.module.css'

/** Sentry's own limit for a tag's value. */
const TAG_CHARACTERS = 200
const SHOWN = 40

type Pairs = readonly (readonly [string, string])[]

/** The tags of an event. Each links to the events of the issue that also have it. */
export function TagsSection({ issueId, tags }: { issueId: number; tags: Pairs }) {
  if (tags.length === 0) return null
  return (
    <Section id="tags" title={sections.tags} note={formatCount(tags.length, 'tag')}>
      <div className={styles.body}>
        <TagList tags={tags.slice(0, SHOWN)} issueId={issueId} />
        {tags.length > SHOWN && (
          <details className={styles.more}>
            <summary>{showAll(tags.length - SHOWN, 'tag')}</summary>
            <TagList tags={tags.slice(SHOWN)} issueId={issueId} />
          </details>
        )}
      </div>
    </Section>
  )
}

/** Names and values in a row. */
export function TagList({ tags, issueId }: { tags: Pairs; issueId?: number }) {
  return (
    <ul className={styles.tags}>
      {tags.map(([name, value]) => (
        <li key={`${name} ${value}`} className={styles.pair}>
          <bdi className={styles.name}>{clipText(name, 64)}</bdi>
          {issueId !== undefined ? (
            <a className={styles.value} href={eventsWithTagPath(issueId, name, value)}>
              <bdi>{clipText(value, TAG_CHARACTERS)}</bdi>
            </a>
          ) : (
            <bdi className={styles.value}>{clipText(value, TAG_CHARACTERS)}</bdi>
          )}
        </li>
      ))}
    </ul>
  )
}
