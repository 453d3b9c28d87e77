import { formatCount } from '#renderer/format/format.ts'

export const title = 'Status pages'
export const intro = 'Pages that everyone can read without an account. A page is off until you turn it on.'
export const add = 'New status page'
export const noneTitle = 'No status pages yet'
export const none =
  'A status page shows the state and the incidents of chosen checks and jobs, under names that you give them.'
export const unknownChange = 'Cannot change the status page: unknown action'
export const tabs = { monitors: 'Monitors', pages: 'Status pages' } as const
export const tabsLabel = 'Monitors and status pages'
export const on = 'on'
export const off = 'off'
export const columns = { page: 'Page', state: 'State', shows: 'Shows', address: 'Address' } as const
export const shows = (count: number) => formatCount(count, 'item')

export const form = {
  title: 'Title',
  titleHint: 'The heading of the page',
  slug: 'Address',
  slugHint: 'The last part of /status/…: letters, digits and hyphens',
  timezone: 'Time zone',
  timezoneHint: 'Of the times on the page, such as Europe/Vienna',
  announcement: 'Announcement',
  announcementHint: 'Plain text, for planned work or what you know about an incident. Optional.',
  indexed: 'Search engines may list the page',
  page: 'Page',
  items: 'Checks and jobs',
  itemsNote: 'Shown under the names that you enter here.',
  noItems: 'There are no checks or jobs yet.',
  publicName: (name: string, project: string) => `Public name of ${name} in ${project}`,
  save: 'Save status page',
  created: (name: string) => `Added ${name}. Turn it on when it is ready.`,
  changed: (name: string) => `Saved ${name}. Readers see it within 15 seconds.`,
} as const

export const page = {
  state: 'State',
  isOn: 'Everyone can read it.',
  isOff: 'It is off: its address is answered as if it did not exist.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: (name: string) => `Turned on ${name}. Everyone can read it.`,
  turnedOff: (name: string) => `Turned off ${name}.`,
  delete: 'Delete this page',
  question: (name: string) => `“${name}” will be deleted. Checks and jobs stay. This cannot be undone.`,
  deleteButton: 'Delete status page',
  deleted: (name: string) => `Deleted ${name}.`,
} as const
