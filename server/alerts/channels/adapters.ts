import type { ChannelKind } from '#server/models/alerts/channels.ts'
import type { ChannelAdapter } from './channel.ts'
import { discord } from './discord.ts'
import { email } from './email.ts'
import { googleChat } from './google-chat.ts'
import { matrix } from './matrix.ts'
import { mattermost } from './mattermost.ts'
import { ntfy } from './ntfy.ts'
import { pagerduty } from './pagerduty.ts'
import { push } from './push/push.ts'
import { sentryWebhook } from './sentry-webhook.ts'
import { slack } from './slack.ts'
import { teams } from './teams.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'
import { zulip } from './zulip.ts'

/** How each kind of channel sends: the compiler asks for an adapter where a kind is added. */
export const ADAPTERS: Readonly<Record<ChannelKind, ChannelAdapter>> = {
  email,
  webhook,
  'sentry-webhook': sentryWebhook,
  slack,
  discord,
  teams,
  mattermost,
  'google-chat': googleChat,
  telegram,
  matrix,
  ntfy,
  zulip,
  pagerduty,
  push,
}
