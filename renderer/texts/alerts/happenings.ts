import { formatCount, formatNumber } from '#renderer/format/format.ts'
import { formatSpan } from '#renderer/texts/alerts/spans.ts'
import type { RULE_SUBJECTS, Rule, RuleHappening } from '#server/models/alerts/rules.ts'

/** Each follows "When". */
export const happenings: Record<RuleHappening, string> = {
  new: 'a new issue appears',
  regressed: 'an issue happens again after it was resolved',
  escalating: 'an ignored issue gets worse',
  rising: 'an issue happens much more often than usual',
  events: 'an issue has at least N events in M minutes',
  users: 'an issue reaches N users in M minutes',
  'monitor-failed': 'a monitor misses a run, fails or does not finish',
  'monitor-recovered': 'a monitor recovers',
  'uptime-failed': 'an uptime check fails',
  'uptime-recovered': 'an uptime check succeeds again',
  'certificate-ends': 'a certificate ends within 14 days',
}

/** What each happens to, as the server has it: the compiler compares both. */
export const subjects: typeof RULE_SUBJECTS = {
  new: 'issue',
  regressed: 'issue',
  escalating: 'issue',
  rising: 'issue',
  events: 'issue',
  users: 'issue',
  'monitor-failed': 'monitor',
  'monitor-recovered': 'monitor',
  'uptime-failed': 'check',
  'uptime-recovered': 'check',
  'certificate-ends': 'check',
}

/** What a rule can be about, as groups of the list that offers them. */
export const subjectGroups = {
  issue: 'Issues',
  monitor: 'Monitors',
  check: 'Uptime checks',
} as const

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
    case 'monitor-failed':
      return 'Monitor that misses a run, fails or does not finish'
    case 'monitor-recovered':
      return 'Monitor that recovers'
    case 'uptime-failed':
      return 'Uptime check that fails'
    case 'uptime-recovered':
      return 'Uptime check that succeeds again'
    case 'certificate-ends':
      return 'Certificate that ends within 14 days'
  }
}
