import * as v from 'valibot'
import { parseBody } from '#server/api/parse-body.ts'
import type { GivenRule, ListedRule } from '#server/models/alerts/rules.ts'
import { type Given, readConditions, toConditions } from './conditions.ts'
import { readFilters, toFilters } from './filters.ts'

/** Sentry's: tells everybody who listens. Here these are all channels. */
const EVERY_CHANNEL = 'sentry.rules.actions.notify_event.NotifyEventAction'
/** Sentry's: tells a service by its name, which here is a channel's. */
const BY_NAME = 'sentry.rules.actions.notify_event_service.NotifyEventServiceAction'
/** Ours: tells a channel by its id. */
const BY_ID = 'crumbtrail.rules.actions.NotifyChannelAction'

const part = v.looseObject({ id: v.string('it is not a text') }, 'it is not an object')
const parts = v.pipe(v.array(part, 'it is not a list'), v.maxLength(50, 'there are more than 50'))

/** https://docs.sentry.io/api/alerts/create-an-issue-alert-rule-for-a-project/ */
export const ruleBody = v.object({
  name: v.string('it is not a text'),
  conditions: parts,
  filters: v.optional(parts, []),
  actions: parts,
  actionMatch: v.optional(v.picklist(['all', 'any'], 'it can be "all" or "any"'), 'any'),
  filterMatch: v.optional(v.picklist(['all', 'any', 'none'], 'it can be "all", "any" or "none"'), 'all'),
  frequency: v.optional(v.union([v.number(), v.string()], 'it is not a number of minutes'), 30),
  environment: v.nullish(v.string('it is not a text'), null),
  owner: v.nullish(v.never('rules have no owner here'), null),
  status: v.optional(v.picklist(['active', 'disabled'], 'it can be "active" or "disabled"')),
  /** Sentry has neither this one nor the other. */
  subject: v.nullish(v.union([v.number(), v.string()], 'it is not the id of a monitor or a check')),
  urgency: v.optional(v.picklist(['normal', 'urgent'], 'it can be "normal" or "urgent"')),
})

interface Known {
  project: string
  channels: readonly { id: number; name: string }[]
  /** What a change starts from. */
  before?: Pick<ListedRule, 'urgency' | 'subjectId'> | undefined
}

interface ReadRule {
  given: GivenRule
  /** Undefined leaves it as it is. */
  isEnabled: boolean | undefined
}

/** Reads a rule as Sentry's API has it; `refusal` is the end of a sentence. */
export function readRuleBody(body: unknown, known: Known): ReadRule | { refusal: string } {
  const read = parseBody(ruleBody, body)
  if ('refusal' in read) return read
  const { name, frequency, environment, filterMatch: match, status, urgency, subject } = read.given
  const happens = readConditions(read.given.conditions)
  if ('refusal' in happens) return happens
  const filters = readFilters(read.given.filters, { match, environment: environment || null })
  if ('refusal' in filters) return filters
  const channels = readActions(read.given.actions, known.channels)
  if ('refusal' in channels) return channels
  const { happening, threshold } = happens
  const given = {
    ...{ name, happening, project: known.project, search: filters.search, ...channels },
    count: threshold === null ? '' : String(threshold.count),
    minutes: threshold === null ? '' : String(threshold.minutes),
    percent: threshold === null ? '' : String(threshold.percent ?? ''),
    subject: String((subject === undefined ? known.before?.subjectId : subject) ?? ''),
    urgency: urgency ?? known.before?.urgency ?? 'normal',
    coolDownMinutes: String(frequency),
  }
  return { given, isEnabled: status === undefined ? undefined : status === 'active' }
}

function readActions(
  actions: readonly Given[],
  known: Known['channels'],
): Pick<GivenRule, 'channels' | 'isForEveryChannel'> | { refusal: string } {
  const ids = new Set<string>()
  for (const action of actions) {
    if (action.id === EVERY_CHANNEL) return { channels: [], isForEveryChannel: true }
    if (action.id !== BY_NAME && action.id !== BY_ID)
      return { refusal: `there is no action "${action.id}" here: add a channel, and name it by ${BY_ID}` }
    const named = String(action.id === BY_NAME ? action.service : action.channel)
    const found = known.find(({ id, name }) => (action.id === BY_NAME ? name : String(id)) === named)
    if (found === undefined) return { refusal: `there is no channel "${named}" (${action.id})` }
    ids.add(String(found.id))
  }
  if (ids.size === 0) return { refusal: 'it needs an action' }
  return { channels: [...ids], isForEveryChannel: false }
}

/** https://docs.sentry.io/api/alerts/retrieve-an-issue-alert-rule-for-a-project/ */
export function toRuleAnswer(rule: ListedRule, now: number) {
  const { id, name, isEnabled, coolDownMinutes, project, urgency, mutedUntil } = rule
  const every = [{ id: EVERY_CHANNEL }]
  return {
    ...{ id: String(id), name, status: isEnabled ? 'active' : 'disabled', owner: null },
    ...{ actionMatch: 'any', filterMatch: 'all', frequency: coolDownMinutes },
    ...toFilters(rule.search),
    conditions: toConditions(rule),
    actions: rule.isForEveryChannel
      ? every
      : rule.channels.map((channel) => ({ id: BY_ID, channel: String(channel.id), name: channel.name })),
    projects: project === null ? [] : [project.slug],
    snooze: mutedUntil !== null && mutedUntil > now,
    // Sentry's have no such members.
    subject: rule.subjectId === null ? null : String(rule.subjectId),
    urgency,
  }
}
