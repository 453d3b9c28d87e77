import type { Happening } from '#server/models/alerts/happenings.ts'
import type { Threshold } from '#server/models/alerts/rules.ts'

interface Words {
  /** "New issue in Shop". */
  one: string
  /** "12 new issues in Shop". */
  several: string
}

const WORDS: Partial<Record<Happening, Words>> = {
  new: { one: 'New issue', several: 'new issues' },
  regressed: { one: 'Issue came back', several: 'issues came back' },
  resolved: { one: 'Issue resolved', several: 'issues resolved' },
  acknowledged: { one: 'Issue acknowledged', several: 'issues acknowledged' },
  escalating: { one: 'Ignored issue got worse', several: 'ignored issues got worse' },
  rising: { one: 'Issue is rising', several: 'issues are rising' },
  events: { one: 'Many events of an issue', several: 'issues with many events' },
  users: { one: 'Issue reached many users', several: 'issues reached many users' },
  'monitor-failed': { one: 'Monitor failed', several: 'monitors failed' },
  'monitor-recovered': { one: 'Monitor recovered', several: 'monitors recovered' },
  'uptime-failed': { one: 'Down', several: 'checks are down' },
  'uptime-recovered': { one: 'Up again', several: 'checks are up again' },
  'crash-free-sessions': { one: 'Crash-free rate is low', several: 'releases have a low crash-free rate' },
  'crash-free-users': { one: 'Crash-free rate is low', several: 'releases have a low crash-free rate' },
  'slower-release': { one: 'Slower in a release', several: 'routes are slower in a release' },
  'maps-missing': { one: 'Source maps are missing', several: 'releases without source maps' },
  'quota-near': { one: 'Limit is near', several: 'limits are near' },
  'intake-refused': { one: 'Intake refused', several: 'projects whose items are refused' },
  'disk-full': { one: 'Disk is nearly full', several: 'disks are nearly full' },
  'certificate-ends': { one: 'Certificate ends soon', several: 'certificates end soon' },
}

const OTHER: Words = { one: 'Alert', several: 'alerts' }

/** How the title of a message begins. */
export function beginTitle(happening: Happening, project: string, count: number): string {
  const { one, several } = WORDS[happening] ?? OTHER
  return count === 1 ? `${one} in ${project}` : `${formatCount(count)} ${several} in ${project}`
}

export function sayThreshold({ count, minutes }: Threshold, of: 'events' | 'users'): string {
  return `At least ${formatCount(count)} ${of} in ${formatMinutes(minutes)}`
}

/** Of a flood: what most of it shares is likely to be its cause. */
export function sayCommon(
  count: number,
  all: number,
  { type, culprit }: { type: string; culprit: string },
): string {
  const place = culprit === '' ? '' : ` in ${culprit}`
  return `Probably one cause: ${formatCount(count)} of ${formatCount(all)} are ${type}${place}`
}

/** How the title of a further message begins, where nobody acknowledged the first one. */
export function sayUnacknowledged(title: string): string {
  return `Not acknowledged: ${title}`
}

export function sayNobody(minutes: number): string {
  return `Nobody has acknowledged this for ${formatMinutes(minutes)}`
}

export function sayCeiling(limit: number): string {
  return `This channel got ${limit} messages within an hour, which is its limit. What follows in this hour is only on the desk`
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

function formatMinutes(minutes: number): string {
  if (minutes % 60 === 0) return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
