import { formatCount } from '#renderer/format/format.ts'

export const title = 'Channels'
export const intro = 'Channels receive the messages of your rules.'
export const noneTitle = 'No channels yet'
export const none = 'Choose where messages are sent. Each channel can send a test before a rule uses it.'
export const noneForViewer = 'An admin can add one, such as Slack or email.'

export const columns = {
  channel: 'Channel',
  state: 'State',
  waiting: 'Waiting',
  last: 'Last delivered',
} as const

export const never = 'Never'
export const state = {
  off: 'off',
  works: 'works',
  untried: 'nothing sent yet',
  failing: (failures: number) => `failing: ${failures} in a row`,
  nextTry: ', next try',
} as const

export const add = {
  title: 'Add a channel',
  note: 'choose where it sends',
} as const

export const form = {
  newTitle: (kind: string) => `New channel: ${kind}`,
  settings: 'Settings',
  name: 'Name',
  nameHint: 'Shown in rules and in the list of messages',
  saved: 'Saved. Leave it empty to keep it.',
  optional: 'Optional.',
  save: 'Save channel',
  created: (name: string) => `Added ${name}. Send a test to see whether it works.`,
  changed: (name: string) => `Saved ${name}.`,
} as const

export const page = {
  stateTitle: 'State',
  waiting: (count: number) => `${formatCount(count, 'message')} ${count === 1 ? 'waits' : 'wait'} for it.`,
  showWaiting: 'Show its messages',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: (name: string) => `Turned on ${name}.`,
  turnedOff: (name: string) => `Turned off ${name}.`,
  delete: 'Delete this channel',
  question: (name: string, waiting: number) =>
    `“${name}” will be deleted with its settings.${waiting === 0 ? '' : ` ${formatCount(waiting, 'message')} will not be sent.`} This cannot be undone.`,
  deleteButton: 'Delete channel',
  deleted: (name: string) => `Deleted ${name}.`,
} as const

export const test = {
  title: 'Test',
  text: 'Sends the newest issue as a test, with the saved settings.',
  button: 'Send a test',
  delivered: (took: string) => `Delivered in ${took}.`,
  notDelivered: (took: string) => `Not delivered, after ${took}.`,
} as const

export const unknownChange = 'Cannot change the channel: unknown action'
