import { formatCount } from '../format.ts'

/** On the button that takes a list's news in. */
export function showChanged({ added, updated }: { added: number; updated: number }): string {
  if (added === 0)
    return updated === 0 ? 'Show the list as it is now' : `Show ${formatCount(updated, 'updated issue')}`
  if (updated === 0) return `Show ${formatCount(added, 'new issue')}`
  return `Show ${added} new and ${formatCount(updated, 'updated issue')}`
}

/** On an issue's page; without a number where nobody counted. */
export function newEvents(count: number | undefined): string {
  return count === undefined ? 'New events' : formatCount(count, 'new event')
}

/** Said to those who do not see the list change. */
export const shownNow = 'Up to date.'

export const latestEvent = 'Latest event'
