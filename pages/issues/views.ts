import { formatCompactNumber } from '../../renderer/format.ts'
import { issuesPath } from '../../renderer/paths.ts'
import type { ViewTab } from '../../renderer/ui/issue/ViewTabs.tsx'
import type { Desk } from '../../server/desk.ts'

/** What the address asks for; undefined where it says nothing. */
export type AskedIssues = {
  project: string | undefined
  query: string | undefined
  sort: string | undefined
}

/** What the list shows when nothing is searched for. */
export const DEFAULT_QUERY = 'is:unresolved'

const STATES: [name: string, query: string | undefined][] = [
  ['Open', undefined],
  ['Regressed', 'is:regressed'],
  ['Ignored', 'is:ignored'],
  ['Resolved', 'is:resolved'],
  ['All', ''],
]

const SORTS: [name: string, sort: string | undefined][] = [
  ['Last seen', undefined],
  ['First seen', 'new'],
  ['Events', 'freq'],
  ['Users', 'user'],
  ['Trend', 'trends'],
]

export function projectTabs(
  asked: AskedIssues,
  projects: Awaited<ReturnType<Desk['listProjects']>>,
): ViewTab[] {
  const open = projects.reduce((sum, project) => sum + project.openIssueCount, 0)
  const tab = (name: string, count: number, project: string | undefined) => ({
    name,
    href: issuesPath({ ...asked, project }),
    isChosen: asked.project === project,
    open: formatCompactNumber(count),
  })
  const ofProjects = projects.map(({ slug, name, openIssueCount }) => tab(name, openIssueCount, slug))
  return [tab('All projects', open, undefined), ...ofProjects]
}

export function stateTabs(asked: AskedIssues): ViewTab[] {
  const chosen = asked.query === DEFAULT_QUERY ? undefined : asked.query
  return STATES.map(([name, query]) => ({
    name,
    href: issuesPath({ ...asked, query }),
    isChosen: chosen === query,
  }))
}

export function sortTabs(asked: AskedIssues): ViewTab[] {
  const chosen = asked.sort === 'date' ? undefined : asked.sort
  return SORTS.map(([name, sort]) => ({
    name,
    href: issuesPath({ ...asked, sort }),
    isChosen: chosen === sort,
  }))
}
