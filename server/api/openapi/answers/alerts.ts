import * as v from 'valibot'
import { flag, number, text, textOrNull, time, timeOrNull } from './common.ts'

/** A condition, a filter or an action: what it has beside its id differs. */
const part = v.looseObject({ id: text })

export const ruleAnswer = v.object({
  id: text,
  name: text,
  status: v.picklist(['active', 'disabled']),
  owner: v.null(),
  actionMatch: text,
  filterMatch: text,
  /** Minutes. */
  frequency: number,
  environment: textOrNull,
  filters: v.array(part),
  conditions: v.array(part),
  actions: v.array(part),
  projects: v.array(text),
  snooze: flag,
  /** The one monitor or check that it is about. */
  subject: textOrNull,
  urgency: v.picklist(['normal', 'urgent']),
})

/** What is set in a channel is secret, and in no answer. */
export const channelAnswer = v.object({
  id: text,
  name: text,
  kind: text,
  status: v.picklist(['active', 'disabled']),
  failures: number,
  waiting: number,
  dateCreated: timeOrNull,
  pausedUntil: timeOrNull,
  lastDelivered: timeOrNull,
})

export const muteAnswer = v.object({
  id: text,
  /** Null for all projects. */
  project: textOrNull,
  reason: text,
  createdBy: textOrNull,
  dateCreated: time,
  until: time,
})
