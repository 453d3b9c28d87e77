import { formatCount, formatNumber } from '#renderer/format/format.ts'
import { formatSpan } from '#renderer/texts/alerts/spans.ts'
import type { Rule, RuleHappening } from '#server/models/alerts/rules.ts'

/** Each follows "When". */
export const happenings: Record<RuleHappening, string> = {
  new: 'a new issue appears',
  regressed: 'an issue happens again after it was resolved',
  escalating: 'an ignored issue gets worse',
  rising: 'an issue happens much more often than usual',
  events: 'an issue has at least N events in M minutes',
  users: 'an issue reaches N users in M minutes',
}

export interface DescribedRule extends Pick<Rule, 'happening' | 'search' | 'threshold'> {
  /** Null for all projects. */
  project: { name: string } | null
}

/** `New issue in Shop where environment:production`. */
export function describeRule(rule: DescribedRule): string {
  const place = rule.project === null ? 'in all projects' : `in ${rule.project.name}`
  const search = rule.search.trim()
  return `${subjectOf(rule)} ${place}${search === '' ? '' : ` where ${search}`}`
}

function subjectOf({ happening, threshold }: DescribedRule): string {
  switch (happening) {
    case 'new':
      return 'New issue'
    case 'regressed':
      return 'Resolved issue that happens again'
    case 'escalating':
      return 'Ignored issue that gets worse'
    case 'rising':
      return 'Issue that happens much more often than usual'
    case 'events':
      return threshold === null
        ? 'Issue with many events'
        : `Issue with at least ${formatCount(threshold.count, 'event')} in ${formatSpan(threshold.minutes)}`
    case 'users':
      return threshold === null
        ? 'Issue with many users'
        : `Issue that reaches ${formatNumber(threshold.count)} ${threshold.count === 1 ? 'user' : 'users'} in ${formatSpan(threshold.minutes)}`
  }
}
