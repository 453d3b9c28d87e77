import type { CSSProperties } from 'react'
import { clipText } from '#renderer/format/format.ts'
import { formatShare } from '#renderer/format/format-share.ts'
import { emptyValue, showAll, whoIsHit } from '#renderer/texts/issues/event.ts'
import { eventsWithTagPath } from '#renderer/views/event/facts/tag-query.ts'
import type { IssueTag } from '#server/store/issues/tags.ts'
import styles from './TagFacets.module.css'

/** The number of values shown for each tag. The others are summed up. */
const VALUES_SHOWN = 3
const TAGS_SHOWN = 4
/** The tags that say most about who is affected come first. */
const FIRST = ['environment', 'release', 'browser.name', 'os.name', 'runtime.name', 'device', 'server_name']
/** These tags are shown elsewhere on the page, or differ for everybody. */
const LEFT_OUT = new Set([
  'level',
  'user',
  'mechanism',
  'handled',
  'browser',
  'os',
  'runtime',
  'device.family',
])

/** Each tag's most frequent values as bars, with their share of the events. Each links to those events. */
export function TagFacets({ tags, issueId }: { tags: IssueTag[]; issueId: number }) {
  const telling = tags.filter(({ key }) => !LEFT_OUT.has(key)).toSorted((a, b) => rank(a) - rank(b))
  if (telling.length === 0) return null
  const facets = telling.map((tag) => <Facet key={tag.key} tag={tag} issueId={issueId} />)
  return (
    <section>
      <h2>{whoIsHit.title}</h2>
      {facets.slice(0, TAGS_SHOWN)}
      {facets.length > TAGS_SHOWN && (
        <details className={styles.more}>
          <summary>{showAll(facets.length - TAGS_SHOWN, 'tag')}</summary>
          {facets.slice(TAGS_SHOWN)}
        </details>
      )}
    </section>
  )
}

function Facet({ tag, issueId }: { tag: IssueTag; issueId: number }) {
  const { key, topValues, eventCount } = tag
  const shown = topValues.slice(0, VALUES_SHOWN)
  const rest = eventCount - shown.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className={styles.facet}>
      <h3>
        <bdi>{clipText(key, 64)}</bdi>
      </h3>
      <ul>
        {shown.map(({ value, count }) => (
          <li key={value} className={styles.value} style={shareOf(count, eventCount)}>
            <a href={eventsWithTagPath(issueId, key, value)}>
              <bdi>{clipText(value, 100) || emptyValue}</bdi>
            </a>
            <span className={styles.share}>{formatShare(count / eventCount)}</span>
          </li>
        ))}
        {rest > 0 && (
          <li className={styles.value} data-rest style={shareOf(rest, eventCount)}>
            <span>{whoIsHit.others}</span>
            <span className={styles.share}>{formatShare(rest / eventCount)}</span>
          </li>
        )}
      </ul>
    </div>
  )
}

function shareOf(count: number, eventCount: number): CSSProperties {
  const part = Math.round((1000 * count) / Math.max(1, eventCount)) / 10
  return { '--part': part } as CSSProperties // React's types know no custom properties.
}

function rank({ key }: IssueTag): number {
  const place = FIRST.indexOf(key)
  return place === -1 ? FIRST.length : place
}
