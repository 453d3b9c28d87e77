import * as v from 'valibot'
import type { Descriptions } from './description.ts'

const DESK = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'
const rawBody = v.object({ raw: v.string() })

/** Releases, alerts, ownership and uploads: their forms are in docs/, and change with what they are about. */
export const OTHERS: Descriptions = {
  ...Object.fromEntries(
    [DESK, PROJECT].flatMap((at) => [
      [`GET ${at}/releases`, { summary: 'Lists releases' }],
      [`POST ${at}/releases`, { summary: 'Creates a release', status: 201 }],
      [`GET ${at}/releases/:version`, { summary: 'Shows a release' }],
      [`PUT ${at}/releases/:version`, { summary: 'Changes a release' }],
      [`DELETE ${at}/releases/:version`, { summary: 'Deletes a release', status: 204 }],
      [`GET ${at}/releases/:version/commits`, { summary: 'Lists the commits of a release' }],
    ]),
  ),
  [`GET ${DESK}/releases/:version/commitfiles`]: { summary: 'Lists the files that a release changed' },
  [`GET ${DESK}/releases/:version/previous-with-commits`]: {
    summary: 'Finds the release before, as far as it has commits',
  },
  [`GET ${DESK}/releases/:version/deploys`]: { summary: 'Lists the deploys of a release' },
  [`POST ${DESK}/releases/:version/deploys`]: { summary: 'Adds a deploy of a release', status: 201 },
  [`GET ${DESK}/repos`]: { summary: 'Lists the repositories of commits' },
  [`GET ${PROJECT}/events/:eventId/committers`]: {
    summary: 'Lists who may have caused an event, by commits',
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
  [`GET ${PROJECT}/rules`]: { summary: 'Lists alert rules' },
  [`POST ${PROJECT}/rules`]: { summary: 'Adds an alert rule', status: 201 },
  [`GET ${PROJECT}/rules/:ruleId`]: { summary: 'Shows an alert rule' },
  [`PUT ${PROJECT}/rules/:ruleId`]: { summary: 'Changes an alert rule' },
  [`DELETE ${PROJECT}/rules/:ruleId`]: { summary: 'Deletes an alert rule' },
  [`GET ${DESK}/alert-channels`]: { summary: 'Lists channels of alerts' },
  [`POST ${DESK}/alert-channels`]: { summary: 'Adds a channel', status: 201 },
  [`DELETE ${DESK}/alert-channels/:channelId`]: { summary: 'Deletes a channel', status: 204 },
  ...Object.fromEntries(
    [DESK, PROJECT].flatMap((at) => [
      [`GET ${at}/mutes`, { summary: 'Lists mutes of alerts' }],
      [`POST ${at}/mutes`, { summary: 'Mutes alerts for a time', status: 201 }],
      [`DELETE ${at}/mutes/:muteId`, { summary: 'Ends a mute', status: 204 }],
    ]),
  ),
}
