import type { LoaderContext } from '#renderer/page/loader.ts'
import { requireProject } from '#renderer/page/require-project.ts'
import { readScope } from '#renderer/scope.ts'
import { drawOutcomes } from './outcome-chart.ts'

export async function loader({ desk, url, now, preferences }: LoaderContext) {
  const { scope, refusal } = readScope(url.searchParams, now, '7d')
  await requireProject(desk, scope.project)
  const [usage, disk] = await Promise.all([desk.usage.read(scope), desk.usage.listStorage(scope.project)])
  return { usage, chart: drawOutcomes(usage, preferences.zone), disk, refusal }
}
