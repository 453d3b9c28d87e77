import type { Command } from '#server/cli/command.ts'
import { listAlerts } from './list.ts'
import { discardMessage, listMessages, retryMessage } from './messages.ts'
import { mute, unmute } from './mutes.ts'
import { testChannel } from './test-channel.ts'

export const alertCommands: Command[] = [
  {
    words: ['alerts', 'list'],
    flags: [],
    summary: 'list rules, channels and mutes of alerts',
    run: listAlerts,
  },
  {
    words: ['alerts', 'test'],
    argument: 'CHANNEL',
    flags: [],
    summary: 'send the newest issue to a channel, by its id or name, and show the answer',
    run: testChannel,
  },
  {
    words: ['alerts', 'mute'],
    argument: '[NAME]',
    options: '[--all] --minutes N [--reason TEXT]',
    flags: ['all', 'minutes', 'reason'],
    summary: 'send no alerts of a project, or of any, for some minutes',
    run: mute,
  },
  {
    words: ['alerts', 'unmute'],
    argument: '[NAME]',
    options: '[--all]',
    flags: ['all'],
    summary: 'end what mutes a project, or all of them',
    run: unmute,
  },
  {
    words: ['alerts', 'messages'],
    options: '[--state STATE]',
    flags: ['state'],
    summary: 'list the last 100 messages, with why they were not delivered',
    run: listMessages,
  },
  {
    words: ['alerts', 'retry'],
    argument: 'ID',
    flags: [],
    summary: 'send a message again that was given up',
    run: retryMessage,
  },
  {
    words: ['alerts', 'discard'],
    argument: 'ID',
    flags: [],
    summary: 'give up a message that waits, or forget one that was given up',
    run: discardMessage,
  },
]
