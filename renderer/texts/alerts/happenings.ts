import { formatCount, formatNumber } from '#renderer/format/format.ts'
import { formatSpan } from '#renderer/texts/alerts/spans.ts'
import type {
  RULE_SUBJECTS,
  RULE_THRESHOLDS,
  Rule,
  RuleHappening,
  ThresholdPart,
} from '#server/models/alerts/rules.ts'

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
  'crash-free-sessions': 'a release’s crash-free sessions fall below P % of at least N in M minutes',
  'crash-free-users': 'a release’s crash-free users fall below P %, with at least N sessions in M minutes',
  'slower-release': 'a route’s p95 is P % slower since the newest release, with at least N requests',
  'maps-missing': 'at least N issues of a release have no source map',
  'quota-near': 'a project uses P % of a monthly limit',
  'intake-refused': 'at least N items of a project are refused in an hour',
  'disk-full': 'the desk’s disk has less than N GB free',
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
  'crash-free-sessions': 'release',
  'crash-free-users': 'release',
  'slower-release': 'release',
  'maps-missing': 'release',
  'quota-near': 'project',
  'intake-refused': 'project',
  'disk-full': 'desk',
}

/** Which numbers each names, as the server has it: the compiler compares both. */
const named: typeof RULE_THRESHOLDS = {
  events: ['count', 'minutes'],
  users: ['count', 'minutes'],
  'crash-free-sessions': ['count', 'minutes', 'percent'],
  'crash-free-users': ['count', 'minutes', 'percent'],
  'slower-release': ['count', 'percent'],
  'maps-missing': ['count'],
  'quota-near': ['percent'],
  'intake-refused': ['count'],
  'disk-full': ['count'],
}

export const numbers: Partial<Record<RuleHappening, readonly ThresholdPart[]>> = named

/** The headings of the list of happenings, by what they happen to. */
export const subjectGroups = {
  issue: 'Issues',
  monitor: 'Monitors',
  check: 'Uptime checks',
  release: 'Releases',
  project: 'Projects',
  desk: 'This desk',
} as const

export interface DescribedRule extends Pick<Rule, 'happening' | 'search' | 'threshold'> {
  /** Null for all projects. */
  project: { name: string } | null
  /** The name of the one that it is about; null for all. */
  subject: string | null
}

/** `New issue in Shop where environment:production`. */
export function describeRule(rule: DescribedRule): string {
  const place = rule.project === null ? 'in all projects' : `in ${rule.project.name}`
  const search = rule.search.trim()
  if (subjects[rule.happening] === 'desk') return subjectOf(rule)
  const alone = rule.subject === null ? '' : `, only ${rule.subject}`
  return `${subjectOf(rule)} ${place}${alone}${search === '' ? '' : ` where ${search}`}`
}

function subjectOf({ happening, threshold }: DescribedRule): string {
  const { count, minutes, percent = 0 } = threshold ?? { count: 0, minutes: 60 }
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
    case 'crash-free-sessions':
    case 'crash-free-users':
      return `Release with less than ${percent} % crash-free ${happening === 'crash-free-users' ? 'users' : 'sessions'} in ${formatSpan(minutes)}, of at least ${formatCount(count, 'session')},`
    case 'slower-release':
      return `Route that is ${percent} % slower since the newest release, with at least ${formatCount(count, 'request')},`
    case 'maps-missing':
      return `Release with at least ${formatCount(count, 'issue')} without source maps`
    case 'quota-near':
      return `Monthly limit that is used to ${percent} %`
    case 'intake-refused':
      return `At least ${formatCount(count, 'item')} refused in an hour`
    case 'disk-full':
      return `Disk of the desk with less than ${count} GB free`
  }
}
