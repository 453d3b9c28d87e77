import { clipText, formatCount, formatNumber } from '#renderer/format/format.ts'
import type { ProjectRetention } from '#server/models/projects.ts'

/** Quotes what was asked for, clipped, since addresses can have any length. */
const quoted = (text: string) => `“${clipText(text, 80)}”`

const idShape = (given: string) => `is 32 hexadecimal characters; ${quoted(given)} is not.`

export const trace = {
  badId: 'Not a trace ID',
  idRule: (given: string) => `A trace ID ${idShape(given)}`,
  title: 'Nothing is stored for this trace',
  none: 'This desk has no span, log or error from it.',
  early: 'Its spans may not have arrived yet: an SDK sends them when the request or visit ends.',
  sampled:
    'It may not have been sampled: an application’s sample rate sets the share of traces that it sends.',
  toEvent: 'Open the event with this ID',
  toList: 'Go to traces',
} as const

export const issue = {
  badId: 'Not an issue number',
  idRule: (given: string) => `Issue addresses end in a number; ${quoted(given)} is not one.`,
  title: (id: number) => `There is no issue ${id}`,
  deleted:
    'It may have been deleted, alone or with its project. If the error happens again, it creates a new issue.',
  toIssue: (shortId: string) => `Go to ${shortId.toUpperCase()}`,
  search: 'Search issues for it',
  toList: 'Go to issues',
} as const

export const event = {
  badId: 'Not an event ID',
  idRule: (given: string) => `An event ID ${idShape(given)}`,
  title: 'This event is not stored',
  lost: 'Its issue exists, but the event was deleted or never arrived.',
  moved: 'This event is now in another issue',
  movedTo: 'Issues were merged or split after this address was copied.',
  toEvent: 'Open the event',
  toIssue: (shortId: string) => `Go to ${shortId}`,
} as const

export const release = {
  title: 'Unknown release',
  none: (slug: string, version: string) =>
    `${slug} has no event, session or deploy for release ${quoted(version)}.`,
  appears: 'A release appears with its first event, session or deploy. Release names are case-sensitive.',
  search: 'Search issues for it',
  toList: (slug: string) => `Go to releases of ${slug}`,
} as const

export const monitor = {
  title: 'There is no such monitor',
  none: (slug: string, name: string) => `${slug} has no monitor named ${quoted(name)}.`,
  appears: 'Monitors appear after their first check-in.',
  toList: (slug: string) => `Go to monitors of ${slug}`,
} as const

export const project = {
  title: 'There is no such project',
  none: (slug: string) => `This desk has no project named ${quoted(slug)}.`,
  deleted: 'It may have been deleted with all its data, or the address belongs to another desk.',
  toList: 'Go to projects',
  everywhere: 'Show all projects',
} as const

const MOST_NAMED = 6

/** Says how long projects keep data, where age may be the reason: in one sentence if they all agree. */
export function retainedByAge(all: readonly ProjectRetention[]): string | undefined {
  const [first, ...others] = all
  if (first === undefined) return undefined
  if (others.some(({ days }) => days !== first.days)) {
    const named = all.slice(0, MOST_NAMED).map(({ projectSlug, days }) => `${daysOf(days)} in ${projectSlug}`)
    const rest =
      all.length > MOST_NAMED ? [`other periods in ${formatNumber(all.length - MOST_NAMED)} more`] : []
    return `It may be older than its project’s retention: ${[...named, ...rest].join(', ')}.`
  }
  if (first.days === null) return 'It was not deleted for its age: this desk keeps everything.'
  return `It may be older than ${daysOf(first.days)}; older data is deleted.`
}

/** Says which events one project keeps. */
export function retentionOf({ projectSlug, days, maxEvents }: ProjectRetention): string {
  const most =
    maxEvents === null
      ? ''
      : `, and at most ${formatNumber(maxEvents)}; the least informative are deleted first`
  return `${projectSlug} keeps events ${days === null ? 'forever' : `for ${daysOf(days)}`}${most}.`
}

function daysOf(days: number | null): string {
  return days === null ? 'unlimited' : formatCount(days, 'day')
}
