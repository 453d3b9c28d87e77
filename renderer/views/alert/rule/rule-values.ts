import type { ActionResult } from '#renderer/page/action.ts'
import { subjects } from '#renderer/texts/alerts/happenings.ts'
import type { GivenRule, Rule, RuleHappening, RuleSubject, Threshold } from '#server/models/alerts/rules.ts'

/** What the fields of a rule's form have, by their names. A checkbox that is not ticked is absent. */
export type RuleValues = Readonly<Record<string, string>>

/** What the form offers. */
export interface RuleChoices {
  projects: readonly { slug: string; name: string }[]
  channels: readonly { id: number; name: string }[]
  /** The monitors and uptime checks that a rule can be limited to. */
  subjects: readonly RuleSubject[]
  /** The address that completes the search word by word. */
  offers: string
}

/** Why a form was refused, and for which field. */
export interface Refusal {
  message: string
  field?: string
}

const CHANNEL = 'channel.'

/** The name of a channel's checkbox. Each has its own, so that a refused form shows all of them again. */
export const channelField = (id: number) => `${CHANNEL}${id}`

function newRuleValues(): RuleValues {
  return {
    happening: 'new',
    count: '100',
    minutes: '60',
    percent: '99',
    coolDownMinutes: '60',
    tell: 'every',
  }
}

/** Those of a new rule that tells when this one fails; without it, those of any new rule. */
export function valuesAbout(about: RuleSubject | undefined): RuleValues {
  const values = newRuleValues()
  if (about === undefined) return values
  const happening = about.kind === 'monitor' ? 'monitor-failed' : 'uptime-failed'
  return {
    ...values,
    name: about.name,
    happening,
    project: about.project.slug,
    [about.kind]: String(about.id),
  }
}

export function valuesOfRule(rule: Rule & { projectSlug: string | null }): RuleValues {
  const { threshold, channelIds } = rule
  return {
    ...newRuleValues(),
    name: rule.name,
    happening: rule.happening,
    project: rule.projectSlug ?? '',
    search: rule.search,
    ...(rule.subjectId !== null && { [subjects[rule.happening]]: String(rule.subjectId) }),
    ...(threshold !== null && numbersOf(threshold)),
    coolDownMinutes: String(rule.coolDownMinutes),
    tell: channelIds === null ? 'every' : 'these',
    ...Object.fromEntries((channelIds ?? []).map((id) => [channelField(id), 'on'])),
    ...(rule.urgency === 'urgent' && { urgent: 'on' }),
  }
}

/** Those that the rule does not name keep what a new one has. */
function numbersOf({ count, minutes, percent }: Threshold): RuleValues {
  return {
    ...(count > 0 && { count: String(count) }),
    ...(minutes > 0 && { minutes: String(minutes) }),
    ...(percent !== undefined && { percent: String(percent) }),
  }
}

/** What the form has now: what was typed for a preview or refused, or what is saved. */
export function shownValues(saved: RuleValues, result: ActionResult | undefined): RuleValues {
  if (result?.kind === 'refused') return isOfForm(result.values) ? result.values : saved
  return hasTyped(result?.value) ? result.value.typed : saved
}

/** Other forms of the page have no field for what the rule tells of. */
function isOfForm(values: RuleValues): boolean {
  return values.happening !== undefined
}

function hasTyped(value: unknown): value is { typed: RuleValues } {
  return typeof value === 'object' && value !== null && 'typed' in value
}

/** Reads the form as the desk takes it. */
export function parseRuleForm(form: URLSearchParams): GivenRule {
  const text = (name: string) => form.get(name) ?? ''
  const happening = text('happening')
  return {
    name: text('name'),
    happening,
    project: text('project'),
    // The list of the other kind is in the form as well, and counts for nothing.
    subject: isRuleHappening(happening) ? text(subjects[happening]) : '',
    search: text('search'),
    count: text('count'),
    minutes: text('minutes'),
    percent: text('percent'),
    urgency: form.has('urgent') ? 'urgent' : 'normal',
    coolDownMinutes: text('coolDownMinutes'),
    channels: [...form.keys()].flatMap((name) =>
      name.startsWith(CHANNEL) ? [name.slice(CHANNEL.length)] : [],
    ),
    isForEveryChannel: text('tell') !== 'these',
  }
}

function isRuleHappening(text: string): text is RuleHappening {
  return Object.hasOwn(subjects, text)
}
