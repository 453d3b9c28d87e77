import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { readScope } from '#renderer/scope.ts'
import { drawOutcomes } from './outcome-chart.ts'

export async function loader({ desk, url, now, preferences }: LoaderContext) {
  const { scope, refusal } = readScope(url.searchParams, now, '7d')
  const projects = await desk.projects.list()
  if (scope.project !== undefined && projects.every(({ slug }) => slug !== scope.project)) throw render(404)
  const [usage, disk] = await Promise.all([desk.usage.read(scope), desk.usage.listStorage(scope.project)])
  return { usage, chart: drawOutcomes(usage, preferences.zone), disk, refusal }
}
