import * as v from 'valibot'
import * as alerts from './answers/alerts.ts'
import * as files from './answers/files.ts'
import * as releases from './answers/releases.ts'
import { BODIES } from './bodies.ts'
import { type Descriptions, LIST_QUERY, PERIOD_QUERY, PROJECT_QUERY } from './description.ts'

const DESK = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'

const FILES = { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } }
/** Each file is named by the SHA-1 of its bytes, before they were compressed. */
const CHUNK_FORM = { type: 'object', properties: { file: FILES, file_gzip: FILES } }
const { releaseAnswer } = releases
const RELEASES_QUERY = {
  status: 'open or archived',
  query: 'A search, as on the page of releases',
  environment: PROJECT_QUERY.environment,
  ...PERIOD_QUERY,
  ...LIST_QUERY,
}

/** Releases, alerts, ownership and uploads. */
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
      [
        `POST ${at}/releases`,
        {
          summary: 'Creates a release, or adds to it',
          body: at === DESK ? BODIES.release : BODIES.projectRelease,
          ...{ status: 201, answer: releaseAnswer },
        },
      ],
      [`GET ${at}/releases/:version`, { summary: 'Shows a release', answer: releaseAnswer }],
      [
        `PUT ${at}/releases/:version`,
        {
          summary: 'Changes a release',
          body: at === DESK ? BODIES.releaseChange : BODIES.projectReleaseChange,
          answer: releaseAnswer,
        },
      ],
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
    body: BODIES.deploy,
    status: 201,
    answer: releases.deployAnswer,
  },
  [`GET ${DESK}/repos`]: { summary: 'Lists the repositories of commits, of which there are none' },
  [`GET ${PROJECT}/events/:eventId/committers`]: {
    summary: 'Lists who may have caused an event, by commits',
    answer: releases.committersAnswer,
  },
  [`GET ${DESK}/chunk-upload`]: {
    summary: 'Says how source maps are uploaded',
    answer: files.chunkUploadAnswer,
  },
  [`POST ${DESK}/chunk-upload`]: { summary: 'Takes parts of an upload of source maps', form: CHUNK_FORM },
  [`POST ${DESK}/artifactbundle/assemble`]: {
    summary: 'Makes source maps of the uploaded parts',
    body: BODIES.assemble,
    answer: files.assembleAnswer,
  },
  [`GET ${PROJECT}/ownership`]: { summary: 'Shows ownership rules', answer: files.ownershipAnswer },
  [`PUT ${PROJECT}/ownership`]: {
    summary: 'Changes ownership rules',
    body: BODIES.ownership,
    answer: files.ownershipAnswer,
  },
  [`GET ${PROJECT}/codeowners`]: {
    summary: 'Shows the CODEOWNERS file',
    answer: v.array(files.codeownersAnswer),
  },
  [`POST ${PROJECT}/codeowners`]: {
    summary: 'Adds a CODEOWNERS file',
    body: BODIES.codeowners,
    status: 201,
    answer: files.codeownersAnswer,
  },
  [`PUT ${PROJECT}/codeowners/:id`]: {
    summary: 'Replaces the CODEOWNERS file',
    body: BODIES.codeowners,
    answer: files.codeownersAnswer,
  },
  [`DELETE ${PROJECT}/codeowners/:id`]: { summary: 'Removes the CODEOWNERS file', status: 204 },
  [`GET ${PROJECT}/rules`]: { summary: 'Lists alert rules', answer: v.array(alerts.ruleAnswer) },
  [`POST ${PROJECT}/rules`]: {
    summary: 'Adds an alert rule',
    body: BODIES.rule,
    status: 201,
    answer: alerts.ruleAnswer,
  },
  [`GET ${PROJECT}/rules/:ruleId`]: { summary: 'Shows an alert rule', answer: alerts.ruleAnswer },
  [`PUT ${PROJECT}/rules/:ruleId`]: {
    summary: 'Changes an alert rule',
    body: BODIES.rule,
    answer: alerts.ruleAnswer,
  },
  [`DELETE ${PROJECT}/rules/:ruleId`]: { summary: 'Deletes an alert rule', status: 202 },
  [`GET ${DESK}/alert-channels`]: {
    summary: 'Lists channels of alerts',
    answer: v.array(alerts.channelAnswer),
  },
  [`POST ${DESK}/alert-channels`]: {
    summary: 'Adds a channel',
    body: BODIES.channel,
    status: 201,
    answer: alerts.channelAnswer,
  },
  [`DELETE ${DESK}/alert-channels/:channelId`]: { summary: 'Deletes a channel', status: 204 },
  ...Object.fromEntries(
    [DESK, PROJECT].flatMap((at) => [
      [`GET ${at}/mutes`, { summary: 'Lists mutes of alerts', answer: v.array(alerts.muteAnswer) }],
      [
        `POST ${at}/mutes`,
        { summary: 'Mutes alerts for a time', body: BODIES.mute, status: 201, answer: alerts.muteAnswer },
      ],
      [`DELETE ${at}/mutes/:muteId`, { summary: 'Ends a mute', status: 204 }],
    ]),
  ),
}
