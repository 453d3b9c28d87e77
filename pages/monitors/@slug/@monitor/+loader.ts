import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { monitorPath } from '#renderer/paths.ts'

const RUNS_A_PAGE = 50

export async function loader({ desk, routeParams, url }: LoaderContext) {
  const { slug = '', monitor: name = '' } = routeParams
  const [monitor, project] = await Promise.all([desk.monitors.find(slug, name), desk.projects.find(slug)])
  if (monitor === undefined || project === undefined) throw render(404)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const page = { limit: RUNS_A_PAGE, ...(cursor !== undefined && { cursor }) }
  const runs = await desk.monitors.listRuns(project.id, monitor.slug, page)
  const failing = monitor.environments.filter(({ state }) => state !== 'ok').map(({ name }) => name)
  const next = runs?.nextCursor ?? undefined
  return {
    monitor,
    dsn: project.dsn,
    projectSlug: project.slug,
    runs: runs?.items ?? [],
    acknowledged: await desk.acknowledging.listOfMonitor(monitor.id, failing),
    checkInCount: await desk.monitors.countCheckIns(monitor.id),
    ...(next !== undefined && { older: monitorPath(slug, monitor.slug, { cursor: next }) }),
    ...(cursor !== undefined && { newest: monitorPath(slug, monitor.slug) }),
  }
}
