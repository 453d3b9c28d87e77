import * as v from 'valibot'
import * as alerts from './answers/alerts.ts'
import * as releases from './answers/releases.ts'
import { type Descriptions, LIST_QUERY, PERIOD_QUERY, PROJECT_QUERY } from './description.ts'

const DESK = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'
const rawBody = v.object({ raw: v.string() })

const { releaseAnswer } = releases
const RELEASES_QUERY = { status: 'open or archived', ...PERIOD_QUERY, ...LIST_QUERY }

/** Releases, alerts, ownership and uploads. Forms of ownership and uploads are in docs/, and change with what they are about. */
export const OTHERS: Descriptions = {
  ...Object.fromEntries(
    [DESK, PROJECT].flatMap((at) => [
      [
        `GET ${at}/releases`,
        {
          summary: 'Lists releases',
          query: at === DESK ? { project: PROJECT_QUERY.project, ...RELEASES_QUERY } : RELEASES_QUERY,
          answer: v.array(releaseAnswer),
        },
      ],
      [`POST ${at}/releases`, { summary: 'Creates a release', status: 201, answer: releaseAnswer }],
      [`GET ${at}/releases/:version`, { summary: 'Shows a release', answer: releaseAnswer }],
      [`PUT ${at}/releases/:version`, { summary: 'Changes a release', answer: releaseAnswer }],
      [`DELETE ${at}/releases/:version`, { summary: 'Deletes a release', status: 204 }],
      [
        `GET ${at}/releases/:version/commits`,
        {
          summary: 'Lists the commits of a release',
          query: LIST_QUERY,
          answer: v.array(releases.commitAnswer),
        },
      ],
    ]),
  ),
  [`GET ${DESK}/releases/:version/commitfiles`]: {
    summary: 'Lists the files that a release changed',
    query: LIST_QUERY,
    answer: v.array(releases.commitFileAnswer),
  },
  [`GET ${DESK}/releases/:version/previous-with-commits`]: {
    summary: 'Finds the release before, as far as it has commits',
    answer: releases.previousReleaseAnswer,
  },
  [`GET ${DESK}/releases/:version/deploys`]: {
    summary: 'Lists the deploys of a release',
    answer: v.array(releases.deployAnswer),
  },
  [`POST ${DESK}/releases/:version/deploys`]: {
    summary: 'Adds a deploy of a release',
    status: 201,
    answer: releases.deployAnswer,
  },
  [`GET ${DESK}/repos`]: { summary: 'Lists the repositories of commits, of which there are none' },
  [`GET ${PROJECT}/events/:eventId/committers`]: {
    summary: 'Lists who may have caused an event, by commits',
    answer: releases.committersAnswer,
  },
  [`GET ${DESK}/chunk-upload`]: { summary: 'Says how source maps are uploaded' },
  [`POST ${DESK}/chunk-upload`]: { summary: 'Takes parts of an upload of source maps' },
  [`POST ${DESK}/artifactbundle/assemble`]: { summary: 'Makes source maps of the uploaded parts' },
  [`GET ${PROJECT}/ownership`]: { summary: 'Shows ownership rules' },
  [`PUT ${PROJECT}/ownership`]: { summary: 'Changes ownership rules' },
  [`GET ${PROJECT}/codeowners`]: { summary: 'Shows the CODEOWNERS file' },
  [`POST ${PROJECT}/codeowners`]: { summary: 'Adds a CODEOWNERS file', body: rawBody, status: 201 },
  [`PUT ${PROJECT}/codeowners/:id`]: { summary: 'Replaces the CODEOWNERS file', body: rawBody },
  [`DELETE ${PROJECT}/codeowners/:id`]: { summary: 'Removes the CODEOWNERS file', status: 204 },
  [`GET ${PROJECT}/rules`]: { summary: 'Lists alert rules', answer: v.array(alerts.ruleAnswer) },
  [`POST ${PROJECT}/rules`]: { summary: 'Adds an alert rule', status: 201, answer: alerts.ruleAnswer },
  [`GET ${PROJECT}/rules/:ruleId`]: { summary: 'Shows an alert rule', answer: alerts.ruleAnswer },
  [`PUT ${PROJECT}/rules/:ruleId`]: { summary: 'Changes an alert rule', answer: alerts.ruleAnswer },
  [`DELETE ${PROJECT}/rules/:ruleId`]: { summary: 'Deletes an alert rule', status: 202 },
  [`GET ${DESK}/alert-channels`]: {
    summary: 'Lists channels of alerts',
    answer: v.array(alerts.channelAnswer),
  },
  [`POST ${DESK}/alert-channels`]: { summary: 'Adds a channel', status: 201, answer: alerts.channelAnswer },
  [`DELETE ${DESK}/alert-channels/:channelId`]: { summary: 'Deletes a channel', status: 204 },
  ...Object.fromEntries(
    [DESK, PROJECT].flatMap((at) => [
      [`GET ${at}/mutes`, { summary: 'Lists mutes of alerts', answer: v.array(alerts.muteAnswer) }],
      [`POST ${at}/mutes`, { summary: 'Mutes alerts for a time', status: 201, answer: alerts.muteAnswer }],
      [`DELETE ${at}/mutes/:muteId`, { summary: 'Ends a mute', status: 204 }],
    ]),
  ),
}
