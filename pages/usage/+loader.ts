import type { LoaderContext } from '#renderer/page/loader.ts'
import { usagePath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import { drawOutcomes } from './outcome-chart.ts'

export async function loader({ desk, url, scope, scopeRefusal, preferences }: LoaderContext) {
  const [usage, disk] = await Promise.all([desk.usage.read(scope), desk.usage.listStorage(scope.project)])
  const projects = scope.isWithoutOwn ? await desk.projects.list() : []
  const own = projects.find(({ isOwn }) => isOwn)
  const params = scopeParams(url.searchParams)
  return {
    usage,
    chart: drawOutcomes(usage, preferences.zone),
    disk,
    refusal: scopeRefusal,
    /** Crumbtrail's own project, if the page leaves it out. */
    own: own === undefined ? null : usagePath({ ...params, project: own.slug }),
  }
}
