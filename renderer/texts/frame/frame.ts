import type { Searched } from '#server/models/search.ts'
import * as places from './places.ts'

export const search = (list: Searched) => `Search ${list}, or find a digest, event or trace`
/** The name of the list that the field searches, at its beginning. */
export const searchedLists: Record<Searched, string> = {
  issues: places.issues,
  logs: places.logs,
  traces: places.traces,
  feedback: places.feedback,
  releases: places.releases,
}
/** Searches of each list. */
const listExamples: Record<Searched, string> = {
  issues: 'level:error firstSeen:-24h',
  logs: 'level:>=warn payment',
  traces: 'duration:>500ms GET /cart',
  feedback: 'checkout release:2.5.0',
  releases: '2.5 environment:production',
}
export const listSearchExample = (list: Searched) => `${listExamples[list]}, or a digest, event or trace`
export const searchExample = 'Search issues, or paste a digest, event or trace'
export const health = 'Health'
export const projects = 'Projects'
export const more = 'More'
export const signOut = 'Sign out'
export const settings = 'Settings'
export const shortcuts = 'Keyboard shortcuts'

export const project = 'Project'
export const allProjects = 'All projects'
export const environment = 'Environment'
export const allEnvironments = 'All environments'
export const period = 'Period'
export const anyTime = 'Any time'
export const from = 'From'
export const to = 'To'
export const show = 'Show'
export const compare = 'Compare with previous period'
export const stopComparing = 'Stop comparing'

/** `Last 24 hours, compared`: two periods are shown. */
export function compared(period: string): string {
  return `${period}, compared`
}

/** The periods that a page can show, as `statsPeriod` has them. */
export const periods: readonly (readonly [statsPeriod: string, name: string])[] = [
  ['1h', 'Last hour'],
  ['6h', 'Last 6 hours'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['14d', 'Last 14 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
]

const units: Record<string, string> = { m: 'minute', h: 'hour', d: 'day', w: 'week' }

/** `Last 3 hours`, for any period that an address can say. */
export function lastOf(statsPeriod: string): string {
  const named = periods.find(([value]) => value === statsPeriod)
  if (named !== undefined) return named[1]
  const amount = Number.parseInt(statsPeriod, 10)
  const unit = units[statsPeriod.at(-1) ?? ''] ?? ''
  return amount === 1 ? `Last ${unit}` : `Last ${amount} ${unit}s`
}

/** `the last 3 hours`, in the middle of a sentence. */
export const inWords = (statsPeriod: string) => `the ${lastOf(statsPeriod).toLowerCase()}`

export const timesIn = (zone: string) => `Times are in ${zone}.`

export const accountMenu = 'Account'
export const scope = 'Scope'
export const shownScope = 'Shown'
/** `All projects · production · last 24 hours`. */
export const scopeLine = (names: readonly string[]) =>
  names.map((name) => name.replace(/^(Last|Any) /, (word) => word.toLowerCase())).join(' · ')
export const theme = 'Theme'
export const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const
export const account = (email: string) => `Account ${email}`

export const demoStrip = {
  label: 'Demo',
  title: 'Demo data.',
  what: 'All of it is made up.',
  remove: 'Remove it',
} as const
export const navigation = {
  main: 'Main',
  projects: 'Issues by project',
  tabs: 'Tabs',
  open: ' open',
} as const
