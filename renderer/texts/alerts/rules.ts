import { formatCount, formatNumber } from '#renderer/format/format.ts'
import type { RulePreview } from '#server/models/alerts/rules.ts'

export const title = 'Alerts'
export const intro =
  'Rules that send messages about issues, monitors, uptime checks, releases and the desk to your channels.'
export const tabsLabel = 'Alerts'
export const tabs = { rules: 'Rules', channels: 'Channels', messages: 'Messages' } as const

export const newRule = 'New rule'
export const alertOnThis = 'Alert on this'
export const noneTitle = 'No rules yet'
export const none = 'A rule says when a message is sent, and where. It can be about all projects or only one.'

export const banner = {
  noChannel: 'No one hears of this yet: add a channel, such as Slack or email.',
  noChannelForViewer: 'No one hears of this yet: an admin has to add a channel.',
  addChannel: 'Add a channel',
  undelivered: (count: number) =>
    `${formatCount(count, 'message')} ${count === 1 ? 'was' : 'were'} not delivered.`,
  showUndelivered: 'Show undelivered messages',
} as const

export const columns = {
  rule: 'Rule',
  channels: 'Channels',
  last: 'Last message',
  /** The number of messages in the last 24 hours. */
  lastDay: 'In 24 hours',
  state: 'State',
} as const

export const everyChannel = 'Every channel'
export const noChannel = 'no channel'
export const never = 'None in 30 days'
export const on = 'on'
export const off = 'off'
export const muted = 'muted until'
export const turnOn = 'Turn on'
export const turnOff = 'Turn off'
export const turnOnOf = (name: string) => `Turn on ${name}`
export const turnOffOf = (name: string) => `Turn off ${name}`
export const turnedOn = (name: string) => `Turned on ${name}.`
export const turnedOff = (name: string) => `Turned off ${name}.`
export const unknownChange = 'Cannot change the alerts: unknown action'

export const page = {
  newIntro: 'Preview shows the messages that it would have sent, before you save it.',
  formTitle: 'Rule',
  muteTitle: 'Pause',
  mutedUntil: 'Sends no messages until',
  endMute: 'End the pause',
  mute: 'Pause',
  muteFor: 'No messages for',
  muteTimes: { hour: '1 hour', 'work-day': '8 hours', tomorrow: 'until tomorrow, 9:00', week: '1 week' },
  badMuteTime: 'Cannot pause the rule: choose how long',
  muted: (name: string) => `Paused ${name}.`,
  unmuted: (name: string) => `${name} sends messages again.`,
  stateTitle: 'State',
  isOn: 'This rule is on.',
  isOff: 'This rule is off and sends nothing.',
  delete: 'Delete this rule',
  question: (name: string) =>
    `“${name}” will be deleted. Messages that it already sent stay in the list. This cannot be undone.`,
  deleteButton: 'Delete rule',
  deleted: (name: string) => `Deleted ${name}.`,
  saved: (name: string) => `Saved ${name}.`,
  created: (name: string) => `Created ${name}.`,
  messages: 'Latest messages',
  noMessages: 'This rule has sent no messages yet.',
  allMessages: 'All messages of this rule',
} as const

export const form = {
  name: 'Name',
  nameHint: 'Is in each message, such as “New issues in production”',
  legend: 'When it sends a message',
  when: 'When',
  happening: 'Event',
  whereCount: 'where N is',
  count: 'N',
  whereMinutes: 'where M is',
  minutes: 'M, in minutes',
  minutesUnit: 'minutes',
  wherePercent: 'where P is',
  percent: 'P, in per cent',
  percentUnit: '%',
  inProject: 'in',
  project: 'Project',
  allProjects: 'all projects',
  subject: { monitor: 'Monitor', check: 'Uptime check' },
  /** Precedes the list of them. */
  about: { monitor: 'of the monitor', check: 'of the check' },
  subjectOf: (name: string, project: string) => `${name} (${project})`,
  allSubjects: { monitor: 'any monitor', check: 'any check' },
  matching: 'matching',
  search: 'Search',
  searchExample: 'environment:production',
  otherSearch: {
    monitor:
      'Search by name, environment and reason: name:backup* reason:missed. Reasons are missed, failed and unfinished.',
    release:
      'N is the least number of sessions, requests or issues. Search by name, which is the release, or the route of what is slower: name:shop*.',
    project: 'Search by name of the project. Empty, it matches all.',
    check: 'Search by name and reason: name:shop reason:*503*. Empty, it matches all.',
  },
  tell: 'tell',
  channelsLegend: 'Channels',
  every: 'every channel, also new ones',
  these: 'only these:',
  noChannels: 'There are no channels yet.',
  atMost: 'at most',
  coolDown: 'How often for each',
  each: 'each time it happens',
  once: (span: string) => `once in ${span} for the same one`,
  urgent: 'Urgent',
  urgentHint: 'Marked as urgent where the channel can do that, such as ntfy and PagerDuty.',
  save: 'Save rule',
  preview: 'Preview',
} as const

export const preview = {
  title: 'Preview',
  note: 'Nothing was saved or sent.',
  sum: ({ days, messages, kind, subjects, busiestHour }: RulePreview) =>
    messages === 0
      ? `In the last ${formatCount(days, 'day')}: no messages.`
      : `In the last ${formatCount(days, 'day')}: ${formatCount(messages, 'message')} about ${formatCount(subjects, kind)}; ${formatNumber(busiestHour)} in the busiest hour.`,
  chart: 'Messages by day',
  messages: 'Messages',
  latest: 'Latest',
} as const
