import { formatCount } from '#renderer/format/format.ts'

export const title = (count: number) => (count === 1 ? 'Suspect commit' : 'Suspect commits')
/** Precedes a link to the release. */
export const from = {
  introduced: 'This issue was first seen in',
  regressed: 'This issue regressed in',
} as const
/** Precedes the file's path. */
export const changed = 'changed'
/** Follows it: `…, the file of charge() in this stack trace`. */
export const ofFunction = ['the file of', 'in this stack trace'] as const
export const ofStack = 'a file of this stack trace'
export const more = (count: number) => `and ${formatCount(count, 'other commit')} of the same files`
