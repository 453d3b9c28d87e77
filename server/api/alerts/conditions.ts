import type { RuleHappening, Threshold } from '#server/models/alerts/rules.ts'

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

const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 }

/** Reads the one condition that a rule has; `refusal` is the end of a sentence. */
export function readConditions(conditions: readonly Given[]): Happens | { refusal: string } {
  const [condition, ...others] = conditions
  if (condition === undefined) return { refusal: 'it needs a condition' }
  if (others.length > 0) return { refusal: 'it can have one condition only: make a rule for each' }
  const single = SINGLE.get(condition.id)
  if (single !== undefined) return { happening: single, threshold: null }
  const counted = COUNTED.get(condition.id)
  if (counted === undefined) return { refusal: `there is no condition "${condition.id}" here` }
  const { value, interval = '1h', comparisonType = 'count' } = condition
  if (comparisonType !== 'count')
    return { refusal: `"comparisonType" of ${condition.id} can only be "count" here` }
  const [, length, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(String(interval)) ?? []
  if (length === undefined)
    return { refusal: `"interval" of ${condition.id} must be a time such as "1h", "10m" or "1d"` }
  // Sentry's are for more than the value, and ours for at least so many.
  const count = Number(value) + 1
  return { happening: counted, threshold: { count, minutes: Number(length) * (UNIT_MINUTES[unit] ?? 1) } }
}

export function toConditions({ happening, threshold }: Happens): object[] {
  const [single] = [...SINGLE].find(([, kind]) => kind === happening) ?? []
  if (single !== undefined) return [{ id: single }]
  const [id] = [...COUNTED].find(([, kind]) => kind === happening) ?? []
  const { count, minutes } = threshold ?? { count: 1, minutes: 60 } // a counted rule has one
  return [{ id, value: count - 1, interval: toInterval(minutes), comparisonType: 'count' }]
}

/** In the largest unit that divides it, as Sentry names its own. */
function toInterval(minutes: number): string {
  const units = Object.entries(UNIT_MINUTES).toReversed()
  const [unit, length] = units.find(([, each]) => minutes % each === 0) ?? ['m', 1]
  return `${minutes / length}${unit}`
}
