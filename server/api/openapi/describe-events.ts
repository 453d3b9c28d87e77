import * as v from 'valibot'
import * as events from './answers/events.ts'
import { type Descriptions, LIST_QUERY, PERIOD_QUERY, PROJECT_QUERY } from './description.ts'

const DESK = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'

/** Events, traces, and tables of them. */
export const EVENTS: Descriptions = {
  [`GET ${PROJECT}/events`]: {
    summary: 'Lists the events of a project',
    query: { ...PERIOD_QUERY, ...LIST_QUERY },
    answer: v.array(events.listedEventAnswer),
  },
  [`GET ${PROJECT}/events/:eventId`]: { summary: 'Shows an event', answer: events.eventAnswer },
  [`GET ${PROJECT}/events/:eventId/attachments`]: {
    summary: 'Lists the attachments of an event',
    answer: v.array(events.attachmentAnswer),
  },
  [`GET ${PROJECT}/events/:eventId/attachments/:attachmentId`]: {
    summary: 'Shows an attachment',
    query: { download: '1 for its bytes' },
    answer: events.attachmentAnswer,
  },
  [`GET ${DESK}/events`]: {
    summary: 'Makes a table of events',
    query: {
      dataset: 'errors, spans, transactions, logs or metrics',
      field: 'A column, once for each: a field, or a function such as count() or p95(span.duration)',
      query: 'A search, by the fields of the dataset',
      sort: 'A column, with a minus for the greatest first',
      ...PROJECT_QUERY,
      ...PERIOD_QUERY,
      ...LIST_QUERY,
    },
    answer: events.tableAnswer,
  },
  [`GET ${DESK}/trace-items/attributes`]: {
    summary: 'Lists the attributes that spans or logs have',
    query: {
      itemType: 'spans or logs',
      attributeType: 'string, number or boolean, once for each',
      substringMatch: 'Only names that have this in them',
      ...PROJECT_QUERY,
      ...PERIOD_QUERY,
      ...LIST_QUERY,
    },
    answer: v.array(events.attributeAnswer),
  },
  [`GET ${DESK}/events-timeseries`]: {
    summary: 'Applies functions to events over time, in Sentry’s newer form',
    query: {
      dataset: 'errors, spans, transactions or logs',
      yAxis: 'A function such as count(), once for each',
      groupBy: 'A field, once for each: the series are those of the largest groups',
      topEvents: 'So many groups, 10 at most',
      sort: 'A function or a field, with a minus for the greatest first',
      interval: '5m, 1h, 1d or seconds',
      query: 'A search, by the fields of the dataset',
      ...PROJECT_QUERY,
      ...PERIOD_QUERY,
    },
    answer: events.timeseriesAnswer,
  },
  [`GET ${DESK}/events-stats`]: {
    summary: 'Applies functions to events over time',
    query: {
      dataset: 'errors, spans, transactions or logs',
      yAxis: 'A function such as count(), once for each',
      topEvents: 'So many groups by the fields that are no functions, 10 at most',
      field: 'A field to group by, once for each',
      interval: '5m, 1h or 1d',
      query: 'A search, by the fields of the dataset',
      ...PROJECT_QUERY,
      ...PERIOD_QUERY,
    },
    answer: events.seriesAnswer,
  },
  [`GET ${DESK}/events/validate`]: {
    summary: 'Says what is wrong with a table, without reading events',
    query: {
      dataset: 'As of a table',
      field: 'A column, once for each',
      query: 'A search',
      orderby: 'A column, with a minus for the greatest first',
      ...PROJECT_QUERY,
    },
    answer: events.validationAnswer,
  },
  [`GET ${DESK}/trace-meta/:traceId`]: {
    summary: 'Counts the spans and errors of a trace',
    answer: events.traceMetaAnswer,
  },
  [`GET ${DESK}/trace/:traceId`]: { summary: 'Shows a trace over all projects', answer: events.traceAnswer },
  'GET /digests/:digest': { summary: 'Looks up the code of an error screen', answer: events.digestAnswer },
}
