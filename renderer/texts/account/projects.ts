import { formatCount } from '#renderer/format/format.ts'

export const title = 'Projects'
export const name = 'Name'
export const nameHint = 'As its developers call it: shop-web.'
/** Goes on with when. */
export const createdBefore = ', created '
export const openIssues = (count: number) => formatCount(count, 'open issue')
export const create = 'Create project'

export const columns = {
  project: 'Project',
  openIssues: 'Open issues',
  people: 'People, 14 d',
  created: 'Created',
} as const

export const setUp = {
  title: 'Report from an application',
  intro: 'Any Sentry SDK reports here once it has this DSN. The commonest ones, written out:',
  inTerminal: 'In a terminal',
  install: 'Install',
} as const

export function openIssuesOf(project: string): string {
  return ` open issues of ${project}`
}
