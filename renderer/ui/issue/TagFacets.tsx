import type { IssueTag } from '../../../server/store/issue-tags.ts'
import { clipText, formatCount } from '../../format.ts'
import { formatShare } from '../../format-share.ts'
import { KeyValueList } from '../content/KeyValueList.tsx'
import { Section } from '../content/Section.tsx'

const VALUES_SHOWN = 3

/** Each tag with its most frequent values, and how large a part of its events they are. */
export function TagFacets({ tags }: { tags: IssueTag[] }) {
  if (tags.length === 0) return null
  return (
    <Section title="Tags" note={formatCount(tags.length, 'tag')}>
      <KeyValueList
        shape="values"
        entries={tags.map((tag) => ({ name: tag.key, value: <bdi>{summaryOf(tag)}</bdi> }))}
      />
    </Section>
  )
}

function summaryOf({ topValues, eventCount, valueCount }: IssueTag): string {
  const shown = topValues.slice(0, VALUES_SHOWN)
  const parts = shown.map(({ value, count }) => `${clipText(value, 60)} ${formatShare(count / eventCount)}`)
  const more = valueCount - shown.length
  return [...parts, ...(more > 0 ? [`${more} more`] : [])].join(' · ')
}
