import { formatCount, formatNumber } from '#renderer/format/format.ts'

export const title = 'Releases'
/** `period` is written as in a sentence: `the last 24 hours`. */
export function intro(period: string): string {
  return `Rates cover ${period}; counts are all-time.`
}
export const none = 'No releases match'
export const noneText = 'Part of a version is enough, such as 2.5.'
export const allReleases = 'Show all releases'
export const orders = { new: 'Newest', version: 'Version' }
export const newer = 'Newer'
export const older = 'Older'
export const health = 'Health'
export const healthOf = (period: string) => `rates and sessions for ${period}`
export const newIssues = 'New issues'
export const countNew = (count: number) => formatCount(count, 'new issue')
export const noNewIssues = 'No new issues.'
export const regressed = 'Regressed issues'
export const noRegressed = 'No regressed issues.'
export const deploys = 'Deploys'
export const noDeploys = 'No deploys.'
export const commits = {
  title: 'Commits',
  count: (count: number, shown: number) =>
    shown < count
      ? `the newest ${formatNumber(shown)} of ${formatNumber(count)}`
      : formatCount(count, 'commit'),
  none: 'No commits were reported.',
  /** Precedes the command. */
  how: 'Report them when you deploy:',
  command: (version: string) => `sentry-cli releases set-commits ${version} --auto`,
  commit: 'Commit',
  by: 'by',
  files: 'Files',
  noMessage: 'No message',
  unknownAuthor: 'unknown author',
} as const
export const facts = 'Facts'
export const allIssues = 'All its issues'

/** `Compared with shop@1.4.1 over …`, where the version is a link. */
export const comparedWith = ['Compared with ', ' over the same length of time before this release.'] as const

export const order = 'Order'

export const columns = {
  release: 'Release',
  adoption: 'Adoption',
  crashFreeSessions: 'Crash-free sessions',
  crashFreePeople: 'Crash-free users',
  anrUsers: 'Users with ANRs',
  sessions: 'Sessions',
  newIssues: 'New issues',
  cameBack: 'Regressed',
  events: 'Events',
  knownSince: 'Created',
  environment: 'Environment',
  name: 'Name',
  finished: 'Finished',
  issue: 'Issue',
  eventsInAll: 'Events in all',
  usersInAll: 'Users in all',
  firstSeen: 'First seen',
} as const

export const asBefore = 'unchanged'

/** `points` are percentage points. */
export function pointsOff(points: number): string {
  return `${Math.abs(points)} points ${points < 0 ? 'worse' : 'better'}`
}

export const factNames = {
  events: 'Total events',
  people: 'Users affected',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  released: 'Released',
  ref: 'Ref',
  about: 'URL',
} as const
