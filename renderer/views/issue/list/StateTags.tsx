import { DAY_MS } from '#renderer/format/time-units.ts'
import { asNew as sayNew } from '#renderer/texts/issues/issue-list.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import type { IssueSummary } from '#server/models/issues.ts'

export function isNew(issue: IssueSummary, now: number): boolean {
  return now - issue.firstSeen < DAY_MS
}

/** States as single words, and only important ones. */
export function StateTags({ issue, asNew }: { issue: IssueSummary; asNew: boolean }) {
  return (
    <>
      {issue.status !== 'open' && (
        <Tag tone={issue.status === 'resolved' ? 'good' : 'plain'}>{issue.status}</Tag>
      )}
      {issue.substatus !== null && <Tag tone="alarm">{issue.substatus}</Tag>}
      {issue.substatus === null && asNew && <Tag tone="accent">{sayNew}</Tag>}
    </>
  )
}
