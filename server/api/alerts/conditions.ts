import {
  type MeasuredHappening,
  type RuleHappening,
  type Threshold,
  thresholdsOf,
} from '#server/models/alerts/rules.ts'

/** A condition, a filter or an action, as a client gives it. */
export type Given = Readonly<Record<string, unknown>> & { id: string }

interface Happens {
  happening: RuleHappening
  threshold: Threshold | null
}

/** Those without a count. The first three are Sentry's, whose monitors have no rules of this kind. */
const SINGLE: ReadonlyMap<string, RuleHappening> = new Map([
  ['sentry.rules.conditions.first_seen_event.FirstSeenEventCondition', 'new'],
  ['sentry.rules.conditions.regression_event.RegressionEventCondition', 'regressed'],
  ['sentry.rules.conditions.reappeared_event.ReappearedEventCondition', 'escalating'],
  ['crumbtrail.rules.conditions.RisingCondition', 'rising'],
  ['crumbtrail.rules.conditions.MonitorFailedCondition', 'monitor-failed'],
  ['crumbtrail.rules.conditions.MonitorRecoveredCondition', 'monitor-recovered'],
  ['crumbtrail.rules.conditions.CheckFailedCondition', 'uptime-failed'],
  ['crumbtrail.rules.conditions.CheckRecoveredCondition', 'uptime-recovered'],
  ['crumbtrail.rules.conditions.CertificateEndsCondition', 'certificate-ends'],
])

const COUNTED: ReadonlyMap<string, RuleHappening> = new Map([
  ['sentry.rules.conditions.event_frequency.EventFrequencyCondition', 'events'],
  ['sentry.rules.conditions.event_frequency.EventUniqueUserFrequencyCondition', 'users'],
])

/** Ours, each with what it names: `value` is the count. */
const MEASURING: ReadonlyMap<string, MeasuredHappening> = new Map([
  ['crumbtrail.rules.conditions.CrashFreeSessionsCondition', 'crash-free-sessions'],
  ['crumbtrail.rules.conditions.CrashFreeUsersCondition', 'crash-free-users'],
  ['crumbtrail.rules.conditions.SlowerReleaseCondition', 'slower-release'],
  ['crumbtrail.rules.conditions.MapsMissingCondition', 'maps-missing'],
  ['crumbtrail.rules.conditions.QuotaNearCondition', 'quota-near'],
  ['crumbtrail.rules.conditions.IntakeRefusedCondition', 'intake-refused'],
  ['crumbtrail.rules.conditions.DiskFullCondition', 'disk-full'],
])

const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 }

/** Reads the one condition that a rule has; `refusal` is the end of a sentence. */
export function readConditions(conditions: readonly Given[]): Happens | { refusal: string } {
  const [condition, ...others] = conditions
  if (condition === undefined) return { refusal: 'it needs a condition' }
  if (others.length > 0) return { refusal: 'it can have one condition only: make a rule for each' }
  const single = SINGLE.get(condition.id)
  if (single !== undefined) return { happening: single, threshold: null }
  const measured = MEASURING.get(condition.id)
  if (measured !== undefined) return readMeasured(condition, measured)
  const counted = COUNTED.get(condition.id)
  if (counted === undefined) return { refusal: `there is no condition "${condition.id}" here` }
  const { value, interval = '1h', comparisonType = 'count' } = condition
  if (comparisonType !== 'count')
    return { refusal: `"comparisonType" of ${condition.id} can only be "count" here` }
  const minutes = minutesOf(interval)
  if (minutes === undefined)
    return { refusal: `"interval" of ${condition.id} must be a time such as "1h", "10m" or "1d"` }
  // Sentry's are for more than the value, and ours for at least so many.
  const count = Number(value) + 1
  return { happening: counted, threshold: { count, minutes } }
}

export function toConditions({ happening, threshold }: Happens): object[] {
  const [single] = [...SINGLE].find(([, kind]) => kind === happening) ?? []
  if (single !== undefined) return [{ id: single }]
  const [measured] = [...MEASURING].find(([, kind]) => kind === happening) ?? []
  if (measured !== undefined && threshold !== null)
    return [{ id: measured, ...toMeasured(happening, threshold) }]
  const [id] = [...COUNTED].find(([, kind]) => kind === happening) ?? []
  const { count, minutes } = threshold ?? { count: 1, minutes: 60 } // a counted rule has one
  return [{ id, value: count - 1, interval: toInterval(minutes), comparisonType: 'count' }]
}

function readMeasured(
  { value = 0, interval = '1h', percent = 0, id }: Given,
  happening: MeasuredHappening,
): Happens | { refusal: string } {
  const minutes = minutesOf(interval)
  if (minutes === undefined)
    return { refusal: `"interval" of ${id} must be a time such as "1h", "10m" or "1d"` }
  return { happening, threshold: { count: Number(value), minutes, percent: Number(percent) } }
}

/** Only what the condition names. */
function toMeasured(happening: RuleHappening, { count, minutes, percent = 0 }: Threshold): object {
  const parts = thresholdsOf(happening)
  return {
    ...(parts.includes('count') && { value: count }),
    ...(parts.includes('minutes') && { interval: toInterval(minutes) }),
    ...(parts.includes('percent') && { percent }),
  }
}

function minutesOf(interval: unknown): number | undefined {
  const [, length, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(String(interval)) ?? []
  return length === undefined ? undefined : Number(length) * (UNIT_MINUTES[unit] ?? 1)
}

/** In the largest unit that divides it, as Sentry names its own. */
function toInterval(minutes: number): string {
  const units = Object.entries(UNIT_MINUTES).toReversed()
  const [unit, length] = units.find(([, each]) => minutes % each === 0) ?? ['m', 1]
  return `${minutes / length}${unit}`
}
