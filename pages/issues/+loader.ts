import { redirect, render } from 'vike/abort'
import type { LoaderContext } from '../../renderer/loader.ts'
import { eventPath, issuePath, issuesPath } from '../../renderer/paths.ts'
import { setUpSnippets } from '../../renderer/ui/content/set-up-snippets.ts'
import type { ProjectDetail } from '../../server/desk.ts'
import { leadOn } from './lead-on.ts'
import { type AskedIssues, DEFAULT_QUERY, projectTabs, sortTabs, stateTabs } from './views.ts'

const ISSUES_A_PAGE = 50

export async function loader({ desk, url }: LoaderContext) {
  const read = (name: string) => url.searchParams.get(name) ?? undefined
  const asked: AskedIssues = { project: read('project'), query: read('query')?.trim(), sort: read('sort') }
  const cursor = read('cursor')
  const projects = await desk.listProjects()
  if (asked.project !== undefined && projects.every(({ slug }) => slug !== asked.project)) throw render(404)
  await goToTarget(desk, asked.query)
  const { query = DEFAULT_QUERY, sort, project } = asked
  const found = await desk.searchIssues({ limit: ISSUES_A_PAGE, projectSlug: project, query, sort, cursor })
  const refusal = 'refusal' in found ? found.refusal : null
  const { items, nextCursor, previousCursor } = 'refusal' in found ? NOTHING : found
  const pageAt = (place: string | null) =>
    place === null ? undefined : issuesPath({ ...asked, cursor: place })
  const isEmpty = items.length === 0 && cursor === undefined && refusal === null
  const next = pageAt(nextCursor)
  // Who has come to an end that is none any more begins anew.
  const previous =
    pageAt(previousCursor) ?? (cursor === undefined || items.length > 0 ? undefined : issuesPath(asked))
  return {
    issues: items,
    // left out where there is none: an undefined takes the data of all rows the slow way (page-json.ts)
    ...(next !== undefined && { next }),
    ...(previous !== undefined && { previous }),
    projectSlug: project ?? null,
    search: { query, refusal, kept: keptOf(asked) },
    tabs: { projects: projectTabs(asked, projects), states: stateTabs(asked), sorts: sortTabs(asked) },
    firstReport: isEmpty ? await firstReportOf(desk, project) : null,
  }
}

const NOTHING = { items: [], nextCursor: null, previousCursor: null }

/** A search that is an id and nothing else leads to what it names. */
async function goToTarget(desk: LoaderContext['desk'], query: string | undefined): Promise<void> {
  const target = query === undefined ? undefined : await desk.findSearchTarget(query)
  if (target === undefined) return leadOn(desk, query)
  const path = target.kind === 'event' ? eventPath(target.issueId, target.eventId) : issuePath(target.issueId)
  throw redirect(path as `/${string}`) // every path of ours begins with a slash
}

function keptOf({ project, sort }: AskedIssues): [name: string, value: string][] {
  const all = Object.entries({ project, sort })
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

/** A project that never had an issue shows how to fill it: the one that was asked for, or that was set up last. */
async function firstReportOf(desk: LoaderContext['desk'], projectSlug: string | undefined) {
  const any = await desk.listIssues({ limit: 1, projectSlug })
  if (any.items.length > 0) return null
  const project = projectSlug === undefined ? await newestProject(desk) : await desk.findProject(projectSlug)
  return project ? { project, setUp: setUpSnippets(project.dsn)[0] } : null
}

async function newestProject(desk: LoaderContext['desk']): Promise<ProjectDetail | undefined> {
  const projects = await desk.listProjects()
  const newest = projects.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)[0]
  return newest && (await desk.findProject(newest.slug))
}
