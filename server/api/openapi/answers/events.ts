import * as v from 'valibot'
import { anything, flag, number, numberOrNull, record, text, textOrNull, time, timeOrNull } from './common.ts'

const tags = v.array(v.object({ key: text, value: text }))
const metadata = v.object({ title: v.optional(text), type: v.optional(text), value: v.optional(text) })

/** What lists show of an event. */
export const listedEventAnswer = v.object({
  id: text,
  eventID: text,
  groupID: text,
  projectID: textOrNull,
  'event.type': text,
  title: text,
  message: text,
  culprit: text,
  location: v.null(),
  platform: v.null(),
  metadata,
  user: v.nullable(v.object({ id: v.null(), display_name: text })),
  tags,
  dateCreated: timeOrNull,
  crashFile: v.null(),
})

/** An event with its stack, breadcrumbs and contexts. */
export const eventAnswer = v.object({
  id: text,
  eventID: text,
  groupID: text,
  projectID: text,
  dateCreated: timeOrNull,
  dateReceived: timeOrNull,
  title: text,
  message: text,
  culprit: text,
  sentAs: v.optional(v.nullable(v.object({ title: text, culprit: text }))),
  location: textOrNull,
  platform: text,
  type: v.picklist(['error', 'default']),
  metadata,
  tags,
  entries: v.array(
    v.object({
      type: v.picklist(['exception', 'threads', 'message', 'breadcrumbs', 'request', 'debugmeta']),
      data: record,
    }),
  ),
  contexts: record,
  context: record,
  user: v.nullable(record),
  sdk: v.nullable(
    v.object({
      name: text,
      version: text,
      packages: v.array(v.object({ name: text, version: text })),
      integrations: v.array(text),
    }),
  ),
  packages: v.record(v.string(), text),
  release: v.nullable(v.looseObject({ version: text })),
  dist: textOrNull,
  environment: textOrNull,
  fingerprint: v.nullable(v.array(text)),
  grouping: record,
  digests: v.array(text),
  errors: v.array(v.object({ type: text, message: text, data: record })),
  previousEventID: textOrNull,
  nextEventID: textOrNull,
})

export const hashesAnswer = v.array(v.object({ id: text, latestEvent: v.nullable(listedEventAnswer) }))

export const attachmentAnswer = v.object({
  id: text,
  event_id: text,
  type: text,
  name: text,
  mimetype: text,
  dateCreated: timeOrNull,
  size: number,
  headers: record,
  sha1: textOrNull,
  sha256: text,
})

export const feedbackAnswer = v.object({
  id: text,
  eventID: textOrNull,
  name: textOrNull,
  email: textOrNull,
  comments: text,
  url: textOrNull,
  source: textOrNull,
  dateCreated: timeOrNull,
  issue: v.nullable(v.object({ id: text })),
  release: textOrNull,
  environment: textOrNull,
  trace: textOrNull,
})

export const takenFeedbackAnswer = v.object({
  eventID: text,
  name: text,
  email: text,
  comments: text,
  dateCreated: text,
})

export const monitorAnswer = v.object({
  id: text,
  slug: text,
  name: text,
  type: text,
  status: text,
  isMuted: flag,
  dateCreated: text,
  project: v.object({ id: text, slug: text, name: text }),
  organization: v.looseObject({ slug: text }),
  /** Null where no SDK has sent one. */
  config: v.nullable(v.looseObject({ schedule_type: text })),
  environments: v.array(v.object({ name: text, status: text, isMuted: flag, lastCheckIn: textOrNull })),
})

export const checkInAnswer = v.object({
  id: text,
  environment: textOrNull,
  status: text,
  duration: numberOrNull,
  dateCreated: timeOrNull,
  dateClock: timeOrNull,
  release: textOrNull,
  traceId: textOrNull,
})

export const traceMetaAnswer = v.object({
  errors: number,
  performance_issues: number,
  span_count: number,
  span_count_map: v.record(v.string(), number),
  transaction_child_count_map: v.array(v.object({ 'transaction.event_id': textOrNull, 'count()': number })),
})

const checked = { valid: flag, error: textOrNull }
const checkedName = v.object({ name: text, attrType: v.null(), ...checked })

/** What is wrong with a table, part by part. */
export const validationAnswer = v.object({
  valid: flag,
  projects: v.array(v.object(checked)),
  dataset: v.array(v.object({ name: text, ...checked })),
  environment: v.array(v.object(checked)),
  field: v.array(checkedName),
  orderby: v.array(checkedName),
  query: v.object({ ...checked, fields: v.array(checkedName) }),
})

/** The lines of a table; `meta.fields` has the type of each column. */
export const tableAnswer = v.object({
  data: v.array(record),
  meta: v.looseObject({ dataset: text, fields: v.optional(v.record(v.string(), text)) }),
})

const series = v.object({
  data: v.array(v.tuple([number, v.array(v.object({ count: v.union([number, text]) }))])),
  start: number,
  end: number,
  order: number,
  isMetricsData: flag,
  meta: record,
})

/** One function's series, or an object with the series of each; with groups an object with one of these for each. */
const seriesOrMore = v.union([series, v.record(v.string(), series)])
export const seriesAnswer = v.union([seriesOrMore, v.record(v.string(), seriesOrMore)])

export const timeseriesAnswer = v.object({
  timeSeries: v.array(
    v.object({
      yAxis: text,
      groupBy: v.optional(v.array(v.object({ key: text, value: anything }))),
      /** Milliseconds since the epoch. */
      values: v.array(v.object({ timestamp: number, value: numberOrNull, incomplete: flag })),
      meta: v.object({
        valueType: text,
        valueUnit: v.null(),
        interval: number,
        order: number,
        isOther: flag,
      }),
    }),
  ),
  meta: v.object({ dataset: text, start: number, end: number, dataScanned: text }),
})

export const statsAnswer = v.array(v.tuple([number, number]))

export const usersAnswer = v.object({
  start: timeOrNull,
  end: timeOrNull,
  userCount: number,
  days: v.array(v.object({ date: time, userCount: number })),
})

export const attributeAnswer = v.object({
  key: text,
  name: text,
  attributeType: v.picklist(['string', 'number', 'boolean']),
  attributeSource: v.object({ source_type: v.picklist(['sentry', 'user']) }),
})

export const sessionsAnswer = v.object({
  start: timeOrNull,
  end: timeOrNull,
  intervals: v.array(time),
  groups: v.array(v.object({ by: record, totals: record, series: record })),
})

/** With `project` among what it is grouped by there is no `series`, as in Sentry's answers. */
export const outcomeStatsAnswer = v.object({
  start: timeOrNull,
  end: timeOrNull,
  intervals: v.array(time),
  groups: v.array(
    v.object({
      by: record,
      totals: v.record(v.string(), number),
      series: v.optional(v.record(v.string(), v.array(number))),
    }),
  ),
})

export const usageAnswer = v.object({
  bytes: number,
  projects: v.array(
    v.object({
      slug: text,
      bytes: number,
      categories: v.array(v.object({ category: text, quantity: number, bytes: number })),
    }),
  ),
})

/** Spans, with those below them in `children`, and errors. */
export const traceAnswer = v.array(
  v.looseObject({
    event_type: v.picklist(['span', 'error']),
    children: v.array(anything),
    errors: v.array(anything),
  }),
)

export const digestAnswer = v.looseObject({
  kind: v.picklist(['event', 'issue']),
  digest: text,
  issue: anything,
  event: v.nullable(eventAnswer),
  url: text,
})
