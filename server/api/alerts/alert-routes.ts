import type { ApiRoute } from '#server/api/route.ts'
import { createChannel, deleteChannel, listChannels } from './channels.ts'
import { addMute, endMute, listMutes } from './mutes.ts'
import { createRule, deleteRule, getRule, listRules, updateRule } from './rules.ts'

const ORGANIZATION = '/organizations/:organization'
const PROJECT = '/projects/:organization/:project'

/** Alert rules at Sentry's addresses; channels and mutes at our own. */
export const ALERT_ROUTES: ApiRoute[] = [
  ['GET', `${PROJECT}/rules`, 'alerts:read', listRules],
  ['POST', `${PROJECT}/rules`, 'alerts:write', createRule],
  ['GET', `${PROJECT}/rules/:ruleId`, 'alerts:read', getRule],
  ['PUT', `${PROJECT}/rules/:ruleId`, 'alerts:write', updateRule],
  ['DELETE', `${PROJECT}/rules/:ruleId`, 'alerts:write', deleteRule],
  ['GET', `${ORGANIZATION}/alert-channels`, 'alerts:read', listChannels],
  ['POST', `${ORGANIZATION}/alert-channels`, 'alerts:write', createChannel],
  ['DELETE', `${ORGANIZATION}/alert-channels/:channelId`, 'alerts:write', deleteChannel],
  ...[PROJECT, ORGANIZATION].flatMap((path): ApiRoute[] => [
    ['GET', `${path}/mutes`, 'alerts:read', listMutes],
    ['POST', `${path}/mutes`, 'alerts:write', addMute],
    ['DELETE', `${path}/mutes/:muteId`, 'alerts:write', endMute],
  ]),
]
