import { clipText, formatCount, formatNumber } from '#renderer/format/format.ts'
import type { ProjectRetention } from '#server/models/projects.ts'

/** What was asked for, as it is quoted: addresses can be of any length. */
const quoted = (text: string) => `“${clipText(text, 80)}”`

const hasNot = (given: string) => `has 32 digits from 0 to 9 and a to f. ${quoted(given)} has not.`

export const trace = {
  badId: 'This is no trace’s id',
  idRule: (given: string) => `A trace’s id ${hasNot(given)}`,
  title: 'Nothing is stored of this trace',
  none: 'No span, log or error of it is on this desk.',
  early: 'Its spans may still be on their way: an SDK sends them when the request or the visit has ended.',
  sampled:
    'It may not have been sampled: an application sends the share of its traces that its sample rate says.',
  toEvent: 'Open the event with this id',
  toList: 'Go to the traces',
} as const

export const issue = {
  badId: 'This is no issue’s number',
  idRule: (given: string) => `Addresses of issues end in a number. ${quoted(given)} is none.`,
  title: (id: number) => `There is no issue ${id}`,
  deleted: 'It may have been deleted, by somebody or with its project. What happens again makes a new issue.',
  toIssue: (shortId: string) => `Go to ${shortId.toUpperCase()}`,
  search: 'Search the issues for it',
  toList: 'Go to the issues',
} as const

export const event = {
  badId: 'This is no event’s id',
  idRule: (given: string) => `An event’s id ${hasNot(given)}`,
  title: 'This event is no longer kept',
  lost: 'Its issue is here, but the event is not: it has been deleted, or never came.',
  moved: 'This event is in another issue now',
  movedTo: 'Issues were merged or split since this address was copied.',
  toEvent: 'Open the event',
  toIssue: (shortId: string) => `Go to ${shortId}`,
} as const

export const release = {
  title: 'Nothing is known of this release',
  none: (slug: string, version: string) => `No event, session or deploy of ${slug} named ${quoted(version)}.`,
  appears:
    'A release is here from the first of them on. Its name is compared as the SDK sends it, capitals and all.',
  search: 'Search the issues for it',
  toList: (slug: string) => `Go to the releases of ${slug}`,
} as const

export const monitor = {
  title: 'There is no such monitor',
  none: (slug: string, name: string) => `${slug} has none with the name ${quoted(name)}.`,
  appears: 'A monitor is here from its first check-in on.',
  toList: (slug: string) => `Go to the monitors of ${slug}`,
} as const

export const project = {
  title: 'There is no such project',
  none: (slug: string) => `This desk has no project with the name ${quoted(slug)}.`,
  deleted: 'It may have been removed with all that it held, or the address is of another desk.',
  toList: 'Go to the projects',
  everywhere: 'Show all projects',
} as const

const MOST_NAMED = 6

/** For how long projects are kept, as far as age can be the reason: in one sentence where they are all alike. */
export function keptByAge(all: readonly ProjectRetention[]): string | undefined {
  const [first, ...others] = all
  if (first === undefined) return undefined
  if (others.some(({ days }) => days !== first.days)) {
    const named = all.slice(0, MOST_NAMED).map(({ projectSlug, days }) => `${daysOf(days)} of ${projectSlug}`)
    const rest =
      all.length > MOST_NAMED ? [`other times of ${formatNumber(all.length - MOST_NAMED)} more`] : []
    return `It may be older than what is kept: ${[...named, ...rest].join(', ')}.`
  }
  if (first.days === null) return 'It was not deleted for its age: this desk keeps everything.'
  return `It may be older than ${daysOf(first.days)}: what is older is deleted.`
}

/** What is kept of one project's events. */
export function keptOf({ projectSlug, days, maxEvents }: ProjectRetention): string {
  const most =
    maxEvents === null
      ? ''
      : `, and at most ${formatNumber(maxEvents)}: those that say the least new go first`
  return `${projectSlug} keeps events ${days === null ? 'for ever' : `for ${daysOf(days)}`}${most}.`
}

function daysOf(days: number | null): string {
  return days === null ? 'everything' : formatCount(days, 'day')
}
