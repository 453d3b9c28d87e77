import * as v from 'valibot'
import * as events from './answers/events.ts'
import * as own from './answers/organization.ts'
import { BODIES } from './bodies.ts'
import type { Descriptions } from './description.ts'
import { LIST_QUERY, PERIOD_QUERY, PROJECT_QUERY } from './description.ts'

const DESK = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'
const MEMBER = `${DESK}/members/:memberId`

const IN_ENVIRONMENT = { environment: PROJECT_QUERY.environment }

const SESSIONS_QUERY = {
  groupBy: 'project, release, environment or session.status',
  interval: '1h, 6h or 1d; shorter ones are an hour',
  query: 'A search by what is grouped by, such as release:shop@2.5.0',
  orderBy: 'A field or what is grouped by, with a minus for the greatest first',
  per_page: 'So many groups',
  ...PROJECT_QUERY,
  ...PERIOD_QUERY,
}

/** Who asks, the organization, its members and its projects. */
export const PLACES: Descriptions = {
  'GET /': { summary: 'Says which scopes a token has', answer: own.authenticationAnswer },
  'GET /auth': { summary: 'Says whose token it is', answer: own.accountAnswer },
  'GET /users/me': { summary: 'Says whose token it is', answer: own.accountAnswer },
  'GET /users/me/regions': { summary: 'Lists the hosts that have organizations', answer: own.regionsAnswer },
  'GET /api-tokens': { summary: 'Lists tokens, without their secrets', answer: v.array(own.tokenAnswer) },
  'DELETE /api-tokens': {
    summary: 'Revokes a token',
    body: BODIES.token,
    status: 204,
  },
  'DELETE /api-tokens/:tokenId': { summary: 'Revokes a token; "self" is the one that asks', status: 204 },
  'GET /organizations': { summary: 'Lists the only organization', answer: v.array(own.organizationAnswer) },
  [`GET ${DESK}`]: { summary: 'Shows the organization', answer: own.organizationAnswer },
  [`GET ${DESK}/teams`]: { summary: 'Lists teams', answer: v.array(own.teamAnswer) },
  [`GET ${DESK}/environments`]: { summary: 'Lists environments', answer: v.array(own.environmentAnswer) },
  [`GET ${DESK}/members`]: { summary: 'Lists members', answer: v.array(own.memberAnswer) },
  [`GET ${DESK}/members/me`]: {
    summary: 'Shows the member whose token it is; 404 for a token of the organization',
    answer: own.memberAnswer,
  },
  [`GET ${MEMBER}`]: { summary: 'Shows a member', answer: own.memberAnswer },
  [`PUT ${MEMBER}`]: {
    summary: 'Disables or enables a member, or changes their role',
    body: BODIES.member,
    answer: own.memberAnswer,
  },
  [`DELETE ${MEMBER}`]: { summary: 'Removes a member', status: 204 },
  [`GET ${MEMBER}/sessions`]: {
    summary: 'Lists where a member is signed in',
    answer: v.array(own.sessionAnswer),
  },
  [`DELETE ${MEMBER}/sessions`]: { summary: 'Ends all sessions of a member', status: 204 },
  [`DELETE ${MEMBER}/sessions/:sessionId`]: { summary: 'Ends one session of a member', status: 204 },
  'GET /projects': { summary: 'Lists projects', answer: v.array(own.projectAnswer) },
  [`GET ${DESK}/projects`]: { summary: 'Lists projects', answer: v.array(own.projectAnswer) },
  'GET /teams/:organization/:team/projects': {
    summary: 'Lists the projects that are limited to a team',
    answer: v.array(own.projectAnswer),
  },
  [`GET ${PROJECT}`]: { summary: 'Shows a project', answer: own.projectAnswer },
  [`GET ${PROJECT}/keys`]: { summary: 'Lists the DSNs of a project', answer: v.array(own.keyAnswer) },
  [`GET ${PROJECT}/stats`]: {
    summary: 'Counts the events of a project by hour or day',
    query: {
      resolution: '1h or 1d',
      since: 'Seconds since the epoch',
      until: 'Seconds since the epoch',
      ...PERIOD_QUERY,
    },
    answer: events.statsAnswer,
  },
  [`GET ${PROJECT}/people`]: {
    summary: 'Counts the users whom the events of a project affected, in all and by day',
    query: PERIOD_QUERY,
    answer: events.usersAnswer,
  },
  [`GET ${DESK}/usage`]: { summary: 'Says how much each project stores', answer: events.usageAnswer },
  [`GET ${DESK}/stats_v2`]: {
    summary: 'Counts what became of items that were sent, over time',
    query: {
      field: 'sum(quantity) or sum(times_seen), both the number of items',
      groupBy: 'outcome, category, reason or project, once for each',
      interval: '1h, 6h or 1d; full hours',
      category: 'Only these, once for each; outcome and reason are the same',
      project: PROJECT_QUERY.project,
      ...PERIOD_QUERY,
    },
    answer: events.outcomeStatsAnswer,
  },
  [`GET ${DESK}/sessions`]: {
    summary: 'Counts sessions and their health over time',
    query: {
      field:
        'sum(session), crash_rate(session), crash_free_rate(session), or of users: count_unique(user), anr_rate(), …',
      ...SESSIONS_QUERY,
    },
    answer: events.sessionsAnswer,
  },
  [`GET ${DESK}/metrics/data`]: {
    summary: 'Counts sessions and their health over time, by the names of Sentry’s metrics',
    query: { field: 'session.all, session.crash_free_rate, …', ...SESSIONS_QUERY },
    answer: events.sessionsAnswer,
  },
  [`GET ${PROJECT}/user-feedback`]: {
    summary: 'Lists user feedback',
    query: LIST_QUERY,
    answer: v.array(events.feedbackAnswer),
  },
  [`POST ${PROJECT}/user-feedback`]: {
    summary: 'Takes what a user wrote about an event',
    body: BODIES.feedback,
    answer: events.takenFeedbackAnswer,
  },
  [`GET ${DESK}/monitors`]: {
    summary: 'Lists monitors, with how each environment does',
    query: { ...PROJECT_QUERY, ...LIST_QUERY },
    answer: v.array(events.monitorAnswer),
  },
  [`GET ${PROJECT}/monitors`]: {
    summary: 'Lists the monitors of a project',
    query: { ...IN_ENVIRONMENT, ...LIST_QUERY },
    answer: v.array(events.monitorAnswer),
  },
  [`GET ${PROJECT}/monitors/:monitor`]: {
    summary: 'Shows a monitor',
    query: IN_ENVIRONMENT,
    answer: events.monitorAnswer,
  },
  [`GET ${PROJECT}/monitors/:monitor/checkins`]: {
    summary: 'Lists the check-ins of a monitor',
    query: LIST_QUERY,
    answer: v.array(events.checkInAnswer),
  },
  [`DELETE ${PROJECT}/monitors/:monitor`]: { summary: 'Deletes a monitor with its check-ins', status: 204 },
}
