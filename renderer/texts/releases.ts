import { formatCount } from '#renderer/format/format.ts'

export const title = 'Releases'
/** `period` goes on in the sentence: `the last 24 hours`. */
export function intro(period: string): string {
  return `What your applications run. Shares are of ${period}, counts of all time.`
}
export const emptyTitle = 'No release here'
/** Around `release`, a setting's name. */
export const empty = [
  'A release is there with its first event or session: set ',
  ' where your application starts its SDK.',
] as const
export const emptyOption = 'release'
export const none = 'No release is called like that'
export const noneText = 'Part of a version is enough, such as 2.5.'
export const allReleases = 'Show all releases'
export const searchLabel = 'Search releases'
export const orders = { new: 'Newest', version: 'Version' }
export const newer = 'Newer'
export const older = 'Older'
export const health = 'Health'
export const healthOf = (period: string) => `shares and sessions of ${period}`
export const newIssues = 'New issues'
export const countNew = (count: number) => formatCount(count, 'new issue')
export const noNewIssues = 'No issue began with it.'
export const regressed = 'Came back, and seen in it'
export const noRegressed = 'No issue that came back was seen in it.'
export const deploys = 'Deploys'
export const noDeploys = 'No deploy was reported.'
export const facts = 'Facts'
export const allIssues = 'All issues of it'

export function comparedWith(version: string): string {
  return `Compared with ${version}, as long before this one came.`
}

export const order = 'Order'

export const columns = {
  release: 'Release',
  adoption: 'Adoption',
  crashFreeSessions: 'Crash-free sessions',
  crashFreePeople: 'Crash-free people',
  sessions: 'Sessions',
  newIssues: 'New issues',
  cameBack: 'Came back',
  events: 'Events',
  knownSince: 'Known since',
  environment: 'Environment',
  name: 'Name',
  finished: 'Finished',
  issue: 'Issue',
  people: 'People',
  firstSeen: 'First seen',
} as const

export const asBefore = 'as before'

/** In points of a hundred. */
export function pointsOff(points: number): string {
  return `${Math.abs(points)} points ${points < 0 ? 'worse' : 'better'}`
}

export const factNames = {
  events: 'Events, ever',
  people: 'People with events, ever',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  released: 'Released',
  ref: 'Ref',
  about: 'About',
} as const
