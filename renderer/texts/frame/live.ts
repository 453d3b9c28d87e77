import { clipText, formatCount } from '#renderer/format/format.ts'

interface Change {
  kind: string
  by: string | null
}

/** On the button that takes a list's news in. */
export function showChanged({
  added,
  updated,
  changes,
}: {
  added: number
  updated: number
  changes: readonly Change[]
}): string {
  if (added > 0 && updated > 0) return `Show ${added} new and ${formatCount(updated, 'updated issue')}`
  if (added > 0) return `Show ${formatCount(added, 'new issue')}`
  if (updated > 0) return `Show ${formatCount(updated, 'updated issue')}`
  const people = peopleOf(changes)
  return people === '' ? 'Show the list as it is now' : `Show what ${people} changed`
}

/** On an issue's page: what came, and what people did. Without a number where nobody counted. */
export function issueNews({
  eventCount,
  changes,
  isVague,
}: {
  eventCount: number
  changes: readonly Change[]
  isVague: boolean
}): string {
  const events = eventCount > 0 ? formatCount(eventCount, 'new event') : ''
  if (changes.length === 0) return isVague || events === '' ? 'Show what is new' : events
  const changed = `${changeOf(changes)} by ${peopleOf(changes) || 'somebody'}`
  return events === ''
    ? `${changed[0]?.toUpperCase()}${changed.slice(1)}: show`
    : `${events}, ${changed}: show`
}

/** Each as a verb that stands before its person. */
const VERBS = new Set([
  'reopened',
  'resolved',
  'archived',
  'ignored',
  'assigned',
  'unassigned',
  'merged',
  'split',
  'deleted',
  'commented',
])

function changeOf(changes: readonly Change[]): string {
  const kinds = [...new Set(changes.map(({ kind }) => kind))]
  const [kind = ''] = kinds
  if (kinds.length > 1) return 'changed'
  return VERBS.has(kind) ? kind : 'changed'
}

function peopleOf(changes: readonly Change[]): string {
  const people = [...new Set(changes.map(({ by }) => by))].filter((by) => by !== null)
  const [first = '', second = ''] = people.map((by) => clipText(by, 60))
  if (people.length > 2) return `${first} and ${people.length - 1} others`
  return second === '' ? first : `${first} and ${second}`
}

/** Said to those who do not see the list change. */
export const shownNow = 'Up to date.'

export const latestEvent = 'Latest event'
