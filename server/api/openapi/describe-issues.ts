import * as v from 'valibot'
import * as events from './answers/events.ts'
import * as issues from './answers/issues.ts'
import { BODIES } from './bodies.ts'
import { type Descriptions, LIST_QUERY, PERIOD_QUERY, PROJECT_QUERY } from './description.ts'

const DESK = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'
const ISSUE_QUERY = { query: 'A search, as on the page of issues', sort: 'date, new, freq, user or trends' }
const IDS = { id: 'The number of an issue, once for each' }

/** Issues, what is in them, and what is done with them. */
export const ISSUES: Descriptions = {
  [`GET ${PROJECT}/issues`]: {
    summary: 'Lists the issues of a project',
    query: { ...ISSUE_QUERY, environment: PROJECT_QUERY.environment, ...PERIOD_QUERY, ...LIST_QUERY },
    answer: v.array(issues.listedIssueAnswer),
  },
  [`GET ${DESK}/issues`]: {
    summary: 'Lists issues',
    query: { ...ISSUE_QUERY, ...PROJECT_QUERY, ...PERIOD_QUERY, ...LIST_QUERY },
    answer: v.array(issues.listedIssueAnswer),
  },
  [`PUT ${PROJECT}/issues`]: { summary: 'Changes issues of a project', query: IDS, body: BODIES.issue },
  [`PUT ${DESK}/issues`]: { summary: 'Changes issues', query: IDS, body: BODIES.issue },
  [`DELETE ${DESK}/issues`]: { summary: 'Deletes issues', query: IDS, status: 202 },
  [`GET ${DESK}/shortids/:shortId`]: {
    summary: 'Finds an issue by its short id',
    answer: issues.shortIdAnswer,
  },
  [`GET ${DESK}/tags`]: {
    summary: 'Lists the tags that a search can have',
    answer: v.array(issues.searchKeyAnswer),
  },
  [`GET ${DESK}/tags/:key/values`]: {
    summary: 'Lists the values of a tag that a search can have',
    answer: issues.tagValuesAnswer,
  },
  ...Object.fromEntries(
    ['/issues/:issueId', `${DESK}/issues/:issueId`].flatMap((at) => Object.entries(ofIssue(at))),
  ),
}

function ofIssue(at: string): Descriptions {
  const comments = ['comments', 'notes'].flatMap((name) => [
    [`GET ${at}/${name}`, { summary: 'Lists comments', answer: v.array(issues.activityAnswer) }],
    [
      `POST ${at}/${name}`,
      { summary: 'Adds a comment', body: BODIES.comment, status: 201, answer: issues.activityAnswer },
    ],
    [
      `PUT ${at}/${name}/:commentId`,
      { summary: 'Changes a comment', body: BODIES.comment, answer: issues.activityAnswer },
    ],
    [`DELETE ${at}/${name}/:commentId`, { summary: 'Deletes a comment', status: 204 }],
  ])
  return {
    [`GET ${at}`]: { summary: 'Shows an issue, by its number or its short id', answer: issues.issueAnswer },
    [`PUT ${at}`]: { summary: 'Changes an issue', body: BODIES.issue, answer: issues.issueAnswer },
    [`DELETE ${at}`]: { summary: 'Deletes an issue', status: 202 },
    [`GET ${at}/events`]: {
      summary: 'Lists the events of an issue',
      query: { query: 'A search in them', full: '1 for each with its stack', ...PERIOD_QUERY, ...LIST_QUERY },
      answer: v.array(v.union([events.eventAnswer, events.listedEventAnswer])),
    },
    [`GET ${at}/events/:eventId`]: {
      summary: 'Shows an event of an issue, or its latest, oldest or recommended one',
      answer: events.eventAnswer,
    },
    [`GET ${at}/hashes`]: { summary: 'Lists what leads events to an issue', answer: events.hashesAnswer },
    [`GET ${at}/activities`]: {
      summary: 'Lists what was done with an issue',
      answer: issues.activitiesAnswer,
    },
    [`GET ${at}/tags`]: { summary: 'Lists the tags of an issue', answer: v.array(issues.tagAnswer) },
    [`GET ${at}/tags/:key`]: { summary: 'Shows a tag of an issue', answer: issues.tagAnswer },
    [`GET ${at}/tags/:key/values`]: {
      summary: 'Lists the values of a tag of an issue',
      answer: issues.tagValuesAnswer,
    },
    ...Object.fromEntries(comments),
  }
}
