import { clipText, formatCount } from '#renderer/format/format.ts'

interface Change {
  kind: string
  by: string | null
}

/** The button that shows what is new in a list. */
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
  const accounts = accountsOf(changes)
  return accounts === '' ? 'Refresh the list' : `Show changes by ${accounts}`
}

/** The button on an issue's page that shows new events and changes. It has no number where none was counted. */
export function issueUpdate({
  eventCount,
  changes,
  isVague,
}: {
  eventCount: number
  changes: readonly Change[]
  isVague: boolean
}): string {
  const events = eventCount > 0 ? formatCount(eventCount, 'new event') : ''
  if (changes.length === 0) return isVague || events === '' ? 'Show updates' : events
  const accounts = accountsOf(changes)
  const changed = accounts === '' ? changeOf(changes) : `${changeOf(changes)} by ${accounts}`
  return events === ''
    ? `${changed[0]?.toUpperCase()}${changed.slice(1)}: show`
    : `${events}, ${changed}: show`
}

/** Each verb is followed by who did it. */
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
  'undone',
])

function changeOf(changes: readonly Change[]): string {
  const kinds = [...new Set(changes.map(({ kind }) => kind))]
  const [kind = ''] = kinds
  if (kinds.length > 1) return 'changed'
  if (kind === 'mapped') return 'mapped by source maps'
  return VERBS.has(kind) ? kind : 'changed'
}

function accountsOf(changes: readonly Change[]): string {
  const accounts = [...new Set(changes.map(({ by }) => by))].filter((by) => by !== null)
  const [first = '', second = ''] = accounts.map((by) => clipText(by, 60))
  if (accounts.length > 2) return `${first} and ${accounts.length - 1} others`
  return second === '' ? first : `${first} and ${second}`
}

/** Announced to screen readers, which do not see the list change. */
export const shownNow = 'Up to date.'

export const latestEvent = 'Latest event'
