import { HOUR_MS } from '#renderer/format/time-units.ts'
import { formatCovered } from '#renderer/layout/menus/period-text.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { usagePath } from '#renderer/paths.ts'
import { scopeParams } from '#renderer/scope.ts'
import { drawOutcomes } from './outcome-chart.ts'

export async function loader({ desk, url, scope, scopeRefusal, preferences, now }: LoaderContext) {
  const [usage, disk] = await Promise.all([desk.usage.read(scope), desk.usage.listStorage(scope.project)])
  const projects = scope.isWithoutOwn ? await desk.projects.list() : []
  const own = projects.find(({ isOwn }) => isOwn)
  const params = scopeParams(url.searchParams)
  return {
    usage,
    covered: formatCovered(
      { start: usage.fromHour * HOUR_MS, end: (usage.fromHour + usage.hours) * HOUR_MS },
      now,
      preferences.zone,
    ),
    chart: drawOutcomes(usage, preferences.zone),
    disk,
    refusal: scopeRefusal,
    /** Crumbtrail's own project, if the page leaves it out. */
    own: own === undefined ? null : usagePath({ ...params, project: own.slug }),
  }
}
