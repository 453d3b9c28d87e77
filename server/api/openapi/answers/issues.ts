import * as v from 'valibot'
import { anything, flag, number, record, text, textOrNull, timeOrNull } from './common.ts'
import { projectReference } from './organization.ts'

const actor = v.object({
  type: v.picklist(['user', 'team']),
  id: text,
  name: text,
  email: v.optional(text),
})

const releaseReference = v.nullable(v.object({ version: text, shortVersion: text }))

/** What lists show of an issue. Counts are text, as Sentry sends them. */
export const listedIssueAnswer = v.object({
  id: text,
  shortId: text,
  title: text,
  culprit: text,
  permalink: text,
  level: text,
  platform: textOrNull,
  status: v.picklist(['unresolved', 'resolved', 'ignored', 'archived']),
  substatus: textOrNull,
  statusDetails: record,
  assignedTo: v.nullable(actor),
  type: v.picklist(['error', 'default']),
  metadata: v.object({ title: v.optional(text), type: v.optional(text), value: v.optional(text) }),
  isUnhandled: flag,
  isBookmarked: flag,
  isSubscribed: flag,
  numComments: number,
  hasSeen: flag,
  isPublic: flag,
  count: text,
  userCount: number,
  firstSeen: timeOrNull,
  lastSeen: timeOrNull,
  lifetime: v.optional(
    v.object({ count: text, userCount: number, firstSeen: timeOrNull, lastSeen: timeOrNull }),
  ),
  project: v.union([projectReference, v.object({ slug: text })]),
  stats: v.object({ '24h': v.array(v.tuple([number, number])) }),
})

/** Something that was done with an issue. */
export const activityAnswer = v.object({
  id: text,
  type: text,
  user: v.nullable(actor),
  by: textOrNull,
  data: anything,
  dateCreated: timeOrNull,
  text: v.optional(text),
})

export const issueAnswer = v.object({
  ...listedIssueAnswer.entries,
  activity: v.array(activityAnswer),
  regression: v.nullable(v.object({ eventID: text, dateCreated: timeOrNull })),
  firstRelease: releaseReference,
  lastRelease: releaseReference,
})

export const activitiesAnswer = v.object({ activity: v.array(activityAnswer) })

export const shortIdAnswer = v.object({
  organizationSlug: text,
  projectSlug: text,
  groupId: text,
  shortId: text,
  group: listedIssueAnswer,
})

const tagValue = v.object({
  key: text,
  name: text,
  value: text,
  count: number,
  firstSeen: timeOrNull,
  lastSeen: timeOrNull,
})

export const tagValuesAnswer = v.array(tagValue)

export const tagAnswer = v.object({
  key: text,
  name: text,
  uniqueValues: number,
  totalValues: number,
  otherCount: number,
  topValues: v.array(tagValue),
})

export const searchKeyAnswer = v.object({ key: text, name: text, totalValues: number })
