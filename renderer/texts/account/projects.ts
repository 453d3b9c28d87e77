import { formatCount } from '#renderer/format/format.ts'

export const title = 'Projects'
export const name = 'Name'
export const nameHint = 'For example, shop-web.'
/** A time follows. */
export const createdBefore = ', created '
export const openIssues = (count: number) => formatCount(count, 'open issue')
export const create = 'Create project'

export const columns = {
  project: 'Project',
  openIssues: 'Open issues',
  people: 'Users, 14 d',
  created: 'Created',
  going: 'Being deleted',
} as const

export const setUp = {
  title: 'Set up an application',
  intro: 'Any Sentry SDK can report here with this DSN. The most common ones:',
  inTerminal: 'In a terminal',
  install: 'Install',
  toTest: 'Throw this to test it:',
} as const

export function openIssuesOf(project: string): string {
  return ` open issues of ${project}`
}
