import {
  type GivenRule,
  isOfIssues,
  RULE_HAPPENINGS,
  RULE_SUBJECTS,
  type Rule,
  type RuleHappening,
  type RuleSubject,
  type Threshold,
  thresholdsOf,
} from '#server/models/alerts/rules.ts'
import type { Refusal } from '#server/models/refusal.ts'
import { parseIssueSearch } from '#server/search/dialects/issues.ts'
import { parseOccurrenceSearch } from '#server/search/dialects/occurrences.ts'
import { formatSearchError } from '#server/search/search-error.ts'
import type { NewRule } from '#server/store/alerts/rules.ts'

const LONGEST_NAME = 80
const LONGEST_SEARCH = 1_000
const MOST_COUNT = 10_000
/** A week. */
const MOST_MINUTES = 7 * 24 * 60

interface Known {
  /** By their slugs. */
  projects: ReadonlyMap<string, number>
  channelIds: ReadonlySet<number>
  /** Those that the form names, where they are there and the viewer sees them. */
  subject: RuleSubject | undefined
  now: number
}

/** Reads the form of a rule, or says what is wrong with it. */
export function readRule(given: GivenRule, known: Known): NewRule | Refusal {
  const name = given.name.trim()
  if (name === '' || name.length > LONGEST_NAME)
    return refuse(`its name must have 1 to ${LONGEST_NAME} characters`, 'name')
  const happening = RULE_HAPPENINGS.find((kind) => kind === given.happening)
  if (happening === undefined) return refuse('choose what it tells of', 'happening')
  const projectId = given.project === '' ? null : known.projects.get(given.project)
  if (projectId === undefined) return refuse(`there is no project "${given.project}"`, 'project')
  const about = readSubject(given, { ...known, happening, projectId })
  if ('refusal' in about) return about
  const search = readSearch(given.search, { happening, now: known.now })
  if (typeof search !== 'string') return search
  const threshold = readThreshold(happening, given)
  if (threshold !== null && 'refusal' in threshold) return threshold
  const coolDownMinutes = readWhole(given.coolDownMinutes, 0, MOST_MINUTES)
  if (coolDownMinutes === undefined) return refuse(rangeOf(0, MOST_MINUTES, 'minutes'), 'coolDownMinutes')
  const channelIds = given.isForEveryChannel ? null : given.channels.map(Number)
  if (channelIds?.some((id) => !known.channelIds.has(id)))
    return refuse('a channel no longer exists', 'channels')
  const urgency = given.urgency === 'urgent' ? 'urgent' : 'normal'
  return { name, happening, ...about, search, threshold, urgency, coolDownMinutes, channelIds }
}

/** A rule about one monitor, or check, is one of its project. */
function readSubject(
  { subject: id = '' }: GivenRule,
  {
    subject,
    happening,
    projectId,
  }: Pick<Known, 'subject'> & { happening: RuleHappening; projectId: number | null },
): Pick<Rule, 'projectId' | 'subjectId'> | Refusal {
  if (id === '') return { projectId, subjectId: null }
  const kind = RULE_SUBJECTS[happening]
  if (kind !== 'monitor' && kind !== 'check')
    return refuse('only a rule about monitors or checks can be about one of them', 'happening')
  if (subject === undefined || subject.kind !== kind) return refuse(`its ${kind} no longer exists`, kind)
  const { project, name } = subject
  if (projectId !== null && projectId !== project.id)
    return refuse(`${name} belongs to the project ${project.name}`, 'project')
  return { projectId: project.id, subjectId: subject.id }
}

function readSearch(
  text: string,
  { happening, now }: { happening: RuleHappening; now: number },
): string | Refusal {
  const search = text.trim()
  if (search.length > LONGEST_SEARCH)
    return refuse(`its search must have at most ${LONGEST_SEARCH} characters`, 'search')
  const read = isOfIssues(happening) ? parseIssueSearch(search, { now }) : parseOccurrenceSearch(search)
  return 'error' in read ? refuse(formatSearchError(read.error), 'search') : search
}

/** Reads the numbers that the happening names; null where it names none. */
function readThreshold(happening: RuleHappening, given: GivenRule): Threshold | null | Refusal {
  const parts = thresholdsOf(happening)
  if (parts.length === 0) return null
  const count = parts.includes('count') ? readWhole(given.count, 1, MOST_COUNT) : 0
  if (count === undefined) return refuse(rangeOf(1, MOST_COUNT, COUNTED[happening] ?? 'events'), 'count')
  const minutes = parts.includes('minutes') ? readWhole(given.minutes, 1, MOST_MINUTES) : 0
  if (minutes === undefined) return refuse(rangeOf(1, MOST_MINUTES, 'minutes'), 'minutes')
  if (!parts.includes('percent')) return { count, minutes }
  const percent = readPercent(given.percent ?? '', happening === 'slower-release' ? 1_000 : 100)
  if (percent === undefined)
    return refuse('give P in per cent, above 0, with at most two decimals', 'percent')
  return { count, minutes, percent }
}

/** What N counts. */
const COUNTED: Partial<Record<RuleHappening, string>> = {
  users: 'users',
  'crash-free-sessions': 'sessions',
  'crash-free-users': 'sessions',
  'slower-release': 'requests',
  'maps-missing': 'issues',
  'intake-refused': 'items',
  'disk-full': 'gigabytes',
}

function readPercent(text: string, most: number): number | undefined {
  const typed = text.trim().replace(',', '.')
  const number = /^\d{1,4}(?:\.\d{1,2})?$/.test(typed) ? Number(typed) : 0
  return number > 0 && number <= most ? number : undefined
}

function readWhole(text: string, least: number, most: number): number | undefined {
  const number = Number(text.trim() || Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined
}

function rangeOf(least: number, most: number, what: string): string {
  return `give ${least} to ${most.toLocaleString('en-US')} ${what}, as a whole number`
}

function refuse(message: string, field?: string): Refusal {
  return { refusal: `Cannot save the rule: ${message}`, ...(field !== undefined && { field }) }
}
