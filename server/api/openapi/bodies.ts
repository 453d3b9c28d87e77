import { memberBody } from '#server/api/accounts/members.ts'
import { revokeBody } from '#server/api/accounts/tokens.ts'
import { channelBody } from '#server/api/alerts/channels.ts'
import { muteBody } from '#server/api/alerts/mutes.ts'
import { ruleBody } from '#server/api/alerts/rule-body.ts'
import { feedbackBody } from '#server/api/events/feedback.ts'
import { commentBody } from '#server/api/issues/comments.ts'
import { updateBody } from '#server/api/issues/update.ts'
import { codeownersBody, ownershipBody } from '#server/api/projects/ownership.ts'
import * as releases from '#server/api/releases/body.ts'
import { assembleBody } from '#server/api/sourcemaps/assemble.ts'
import type { Body } from './description.ts'

/** What a release can have beside its name and its projects. */
const OF_RELEASE = {
  dateReleased: '2026-11-03T12:00:00Z',
  url: 'https://git.example/shop/releases/2.5.0',
  commits: [
    {
      id: '4f1c2b7a9d3e5f60718293a4b5c6d7e8f9012345',
      repository: 'acme/shop',
      author_name: 'Ada',
      author_email: 'ada@example.com',
      message: 'Round totals to cents',
      timestamp: '2026-11-03T11:40:00Z',
      patch_set: [{ path: 'src/checkout/total.ts', type: 'M' }],
    },
  ],
}
const SHA_1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'

/** The bodies that routes take: the schemas that they check, each with an example that a desk with a project "shop" accepts. */
export const BODIES = {
  token: { schema: revokeBody, example: { tokenId: 'self' } },
  member: { schema: memberBody, example: { orgRole: 'member' } },
  feedback: {
    schema: feedbackBody,
    example: {
      event_id: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
      name: 'Ada',
      email: 'ada@example.com',
      comments: 'The total was wrong.',
    },
  },
  issue: { schema: updateBody, example: { status: 'ignored', statusDetails: { ignoreDuration: 60 } } },
  comment: { schema: commentBody, example: { text: 'Fixed in shop@2.5.1.' } },
  release: {
    schema: releases.releaseBody,
    example: { version: 'shop@2.5.0', projects: ['shop'], ...OF_RELEASE },
  },
  releaseChange: { schema: releases.releaseChangeBody, example: OF_RELEASE },
  projectRelease: {
    schema: releases.projectReleaseBody,
    example: { version: 'shop@2.5.0', ...OF_RELEASE },
  },
  projectReleaseChange: { schema: releases.projectReleaseChangeBody, example: OF_RELEASE },
  deploy: {
    schema: releases.deployBody,
    example: { environment: 'production', name: 'build 418', dateFinished: '2026-11-03T12:05:00Z' },
  },
  assemble: {
    schema: assembleBody,
    example: { checksum: SHA_1, chunks: [SHA_1], projects: ['shop'], version: 'shop@2.5.0' },
  },
  ownership: {
    schema: ownershipBody,
    example: { raw: 'path:src/checkout/* ada@example.com', autoAssignment: 'Auto Assign to Issue Owner' },
  },
  codeowners: {
    schema: codeownersBody,
    example: { raw: '/src/checkout/ @acme/payments', mapping: { '@acme/payments': 'ada@example.com' } },
  },
  rule: {
    schema: ruleBody,
    example: {
      name: 'Errors of the checkout',
      conditions: [
        {
          id: 'sentry.rules.conditions.event_frequency.EventFrequencyCondition',
          value: 100,
          interval: '1h',
        },
      ],
      filters: [{ id: 'crumbtrail.rules.filters.SearchFilter', query: 'transaction:/checkout' }],
      actions: [{ id: 'sentry.rules.actions.notify_event.NotifyEventAction' }],
      frequency: 30,
    },
  },
  channel: {
    schema: channelBody,
    example: {
      kind: 'discord',
      name: 'Shop',
      settings: { url: 'https://discord.com/api/webhooks/1/secret' },
    },
  },
  mute: { schema: muteBody, example: { minutes: 15, reason: 'deploy of shop@2.5.0' } },
} satisfies Record<string, Body>
